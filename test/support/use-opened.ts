import { afterAll, beforeAll } from 'vitest';

type Closable = { drop(): Promise<unknown> } | { close(): Promise<unknown> };

/** What the tests of a suite share: opened before the first of them, and closed after the last. Until then it is empty. */
export function useOpened<Opened extends Closable>(open: () => Promise<Opened>): Opened {
  const opened = useMade(open);
  afterAll(() => ('drop' in opened ? opened.drop() : opened.close()));
  return opened;
}

/** The same of what needs no closing, such as stores over what was opened before. */
export function useMade<Made extends object>(make: () => Made | Promise<Made>): Made {
  const made = {} as Made;
  beforeAll(async () => void Object.defineProperties(made, Object.getOwnPropertyDescriptors(await make())));
  return made;
}
