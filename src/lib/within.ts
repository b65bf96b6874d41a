/** What it comes to, within that time. @throws what `late` makes when it takes longer: nobody hears what comes of it then */
export async function within<Result>(ms: number, answer: Promise<Result>, late: () => Error): Promise<Result> {
  const { promise: never, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(late()), ms);
  try {
    return await Promise.race([answer, never]);
  } finally {
    clearTimeout(timer);
  }
}
