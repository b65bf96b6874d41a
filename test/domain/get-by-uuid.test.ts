import { expect, it } from 'vitest';
import { DomainError } from '../../src/domain/errors.ts';
import { getByUuid } from '../../src/domain/get-by-uuid.ts';

const id = '0b000000-0000-4000-8000-00000000000a';

it('finds a thing by its id in either case', async () => {
  expect(await getByUuid('key', id.toUpperCase(), async (found) => found)).toBe(id);
});

it('what is no id is looked for as it is: it may be a megabyte, of which each character has another one in lower case', async () => {
  const found: string[] = [];
  const find = async (text: string) => void found.push(text);
  await expect(getByUuid('key', 'İD', find)).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
  expect(found).toEqual(['İD']);
});

it('who may not read things is told that first, whatever the id is', async () => {
  const refusal = new DomainError('UNAUTHENTICATED', 'A token is needed.');
  const refuse = () => Promise.reject(refusal);
  for (const text of [id, 'x']) await expect(getByUuid('key', text, refuse)).rejects.toBe(refusal);
});

it('what is no id is told from what is not there', async () => {
  await expect(getByUuid('key', id, async () => null)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(getByUuid('key', 'x', async () => null)).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
});
