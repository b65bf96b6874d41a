/** What a write wrote; fails where it only validated. */
export async function written<Value>(write: Promise<Value | null>): Promise<Value> {
  const value = await write;
  if (value === null) throw new Error('Nothing was written.');
  return value;
}
