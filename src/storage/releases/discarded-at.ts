/** `touched_at` of a release whose rows are being removed: before every moment, so that after a crash another process finds it abandoned, and goes on. */
export const discardedAt = '';
