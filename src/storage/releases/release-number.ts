/** Of a column of both engines. */
const greatest = 2 ** 31 - 1;

/** Under which a release of that id is stored. Null: none can be, for the id is of another store, or made up. */
export function releaseNumberOf(id: string): number | null {
  return /^[1-9]\d{0,9}$/.test(id) && Number(id) <= greatest ? Number(id) : null;
}
