import { readFile, writeFile } from 'node:fs/promises';
import { printSdl } from '../graphql/schema/print-sdl.ts';
import { schema } from '../graphql/schema/schema.ts';
import { runCommand } from './run-command.ts';

const file = 'schema.graphql';

const command = {
  name: 'npm run schema',
  description: 'Writes schema.graphql.',
  options: {
    check: { type: 'boolean', description: 'write nothing, and fail where the file is not what the code would write' },
  },
} as const;

await runCommand(command, async ({ values }) => {
  const sdl = printSdl(schema);
  if (!values.check) return writeFile(file, sdl);
  if ((await readFile(file, 'utf8')) !== sdl) {
    throw new Error(`${file} is not what the code says. Run \`npm run schema\` and commit the difference.`);
  }
});
