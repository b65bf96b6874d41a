/** Texts of details of one page, and what is kept of each: no more than a request may take of memory, whatever it selects. */

/** A page of a hundred products has five hundred of five fields. */
const maxTexts = 2000;
const longestText = 1000;

export class DetailTexts<Kept> {
  readonly #ofSelections = new Map<object, Map<string, Kept>>();
  #count = 0;

  /** `selection`: where the detail is selected. */
  get(selection: object, text: string): Kept | undefined {
    return this.#ofSelections.get(selection)?.get(text);
  }

  set(selection: object, text: string, kept: Kept): void {
    if (text.length > longestText || this.#count >= maxTexts) return;
    const texts = this.#ofSelections.get(selection) ?? new Map<string, Kept>();
    this.#ofSelections.set(selection, texts.set(text, kept));
    this.#count += 1;
  }
}
