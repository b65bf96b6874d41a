import { readFileSync } from 'node:fs';

/** As the documentation names them. */
const [, names = ''] = /const embedded =\s+'([^']*)'/.exec(readFileSync('docs/clients.md', 'utf8')) ?? [];
export const embeddedTypes = names;
