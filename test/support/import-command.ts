import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const file = join(import.meta.dirname, '..', '..', 'package.json');
const { scripts } = JSON.parse(readFileSync(file, 'utf8')) as { scripts: { import: string } };

/** What `npm run import` gives to Node.js: the flags of V8's heap, and the program. */
export const importFlags: readonly string[] = scripts.import.split(' ').slice(1, -1);
export const importProgram = scripts.import.split(' ').at(-1) as string;
