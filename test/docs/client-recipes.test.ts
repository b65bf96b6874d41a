import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const blocks = [...readFileSync('docs/clients.md', 'utf8').matchAll(/```ts from=(\S+)\n([\s\S]*?)```/g)];

/** Without its layout. */
const words = (text: string) => text.replace(/\s+/g, ' ').trim();

describe('the recipes of docs/clients.md', () => {
  it('are several', () => expect(blocks.length).toBeGreaterThan(4));

  it.each(blocks.map(([, path = '', code = '']) => [path, code]))('are taken from %s', (path, code) => {
    expect(words(readFileSync(path, 'utf8'))).toContain(words(code));
  });
});
