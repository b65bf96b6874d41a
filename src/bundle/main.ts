/** What `main.ts` is to the sources: what a start reads was compiled by an earlier one. */
import { endBySignals } from '../cli/end-by-signals.ts';
import { refuseOldNode } from '../cli/refuse-old-node.ts';
import type * as Start from './start.ts';

refuseOldNode();
endBySignals();
const { createRequire, enableCompileCache } = process.getBuiltinModule('node:module');
const { loadKeptModule } = await import('./kept-module.ts');
const { directory } = enableCompileCache();
const beside = (name: string) => `${import.meta.dirname}/${name}`;
// All that `start.cjs` requires.
const keep = loadKeptModule(beside('gateway.cjs'), directory);
const { start }: typeof Start = createRequire(import.meta.url)(beside('start.cjs'));
await start(process.env, keep);
