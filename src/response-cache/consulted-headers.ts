/** The header that every answer depends on: the token may decide on the catalog, too. */
export const alwaysConsulted = ['Authorization'] as const;
const always: ReadonlySet<string> = new Set(alwaysConsulted.map((name) => name.toLowerCase()));

/** Which of the request's headers its answer depended on, beside those that every answer does: recorded where they are used. */
export class ConsultedHeaders {
  readonly #names = new Set<string>();

  get names(): readonly string[] {
    return [...this.#names].sort();
  }

  add(name: string): void {
    if (!always.has(name.toLowerCase())) this.#names.add(name);
  }
}
