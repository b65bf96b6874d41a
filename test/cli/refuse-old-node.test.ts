import { expect, it } from 'vitest';
import { run, temporaryFolder } from '../support/gateway-process.ts';

/** Node.js as of another version: the bundle is started by whatever is there. */
const pretend = (version: string) => {
  const versions = `{ ...process.versions, node: ${JSON.stringify(version)} }`;
  const text = `Object.defineProperty(process, 'versions', { value: ${versions} })`;
  return `--import=data:text/javascript,${encodeURIComponent(text).replaceAll("'", '%27')}`;
};

const said = (version: string, least = '22.19') => ({
  code: 1,
  stdout: '',
  stderr: `The gateway needs Node.js ${least} or later, and this is ${version}.\n`,
});

it.each(['main', 'cli/keys', 'cli/import', 'cli/sync'])(
  '%s says in a sentence that Node.js is too old',
  async (name) => {
    const DATA_DIR = await temporaryFolder();
    const runOn = (version: string) => run(`src/${name}.ts`, [], { DATA_DIR, NODE_OPTIONS: pretend(version) });
    expect(await Promise.all(['20.20.2', '22.18.9', '23.7.0'].map(runOn))).toEqual([
      ...[said('20.20.2'), said('22.18.9')],
      said('23.7.0', '23.8'),
    ]);
  },
);

it.each(['22.19.0', '23.8.0', '24.21.0'])('Node.js %s will do', async (version) => {
  const DATA_DIR = await temporaryFolder();
  const { stderr } = await run('src/cli/keys.ts', [], { DATA_DIR, NODE_OPTIONS: pretend(version) });
  expect(stderr).toMatch(/^There is no database in /);
});
