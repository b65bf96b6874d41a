/** When a release was touched last whose rows are being removed: before every moment, so that whoever removes it next, after a crash, goes on. */
export const discardedAt = '';
