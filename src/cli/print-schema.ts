/** `npm run schema` writes schema.graphql; with `--check` it only says whether the file is what the code would write. */
import { readFile, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { printSdl } from '../graphql/schema/print-sdl.ts';
import { schema } from '../graphql/schema/schema.ts';
import { orExplain } from './or-explain.ts';

const file = 'schema.graphql';

await orExplain(async () => {
  const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } });
  const sdl = printSdl(schema);
  if (!values.check) return writeFile(file, sdl);
  if ((await readFile(file, 'utf8')) !== sdl) {
    throw new Error(`${file} is not what the code says. Run \`npm run schema\` and commit the difference.`);
  }
});
