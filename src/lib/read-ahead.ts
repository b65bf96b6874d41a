/**
 * Portions, each read while the one before is worked at. `read` answers what comes after a portion, or first; null: there is no more.
 * Two are in memory at a time.
 */
export async function* readAhead<Portion>(
  read: (before: Portion | null) => Promise<Portion | null>,
): AsyncGenerator<Portion> {
  let reading = read(null);
  for (;;) {
    const portion = await reading;
    if (portion === null) return;
    reading = read(portion);
    // It is awaited in the next round, unless whoever takes the portions has failed by then: that failure is the one to tell.
    reading.catch(() => undefined);
    yield portion;
  }
}
