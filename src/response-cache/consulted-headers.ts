/** The headers that every answer depends on: the token may decide on the catalog, too. */
export const alwaysConsulted = ['Accept', 'Authorization'] as const;
const always: ReadonlySet<string> = new Set(alwaysConsulted.map((name) => name.toLowerCase()));

/** Which of the request's headers its answer depended on, beside those that every answer does: recorded where they are used. */
export interface ConsultedHeaders {
  readonly names: readonly string[];
  add(name: string): void;
}

export function createConsultedHeaders(): ConsultedHeaders {
  const names = new Set<string>();
  return {
    get names() {
      return [...names].sort();
    },
    add(name) {
      if (!always.has(name.toLowerCase())) names.add(name);
    },
  };
}
