/** Every response depends on it: the token may decide on the catalog, too. */
const always = 'Authorization';

/** Which of the request's headers its response depends on: recorded where they are used. */
export class ConsultedHeaders {
  readonly #names = new Set<string>();

  add(name: string): void {
    if (name.toLowerCase() !== always.toLowerCase()) this.#names.add(name);
  }

  /** `Vary`: what an HTTP cache must keep apart beside the URL. */
  get vary(): string {
    return [always, ...[...this.#names].sort()].join(', ');
  }
}
