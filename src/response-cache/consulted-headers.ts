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
    add: (name) => void names.add(name),
  };
}
