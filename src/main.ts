/** Node.js → environment → config → app → listen → signals. */
import { refuseOldNode } from './cli/refuse-old-node.ts';

refuseOldNode();
// The second start reads compiled code instead of sources: it must come before the modules it is for, which are therefore imported below.
const { enableCompileCache, flushCompileCache } = process.getBuiltinModule('node:module');
enableCompileCache();
const { start } = await import('./cli/start.ts');
// Not only at the end: it is read by starts with the flags that V8 has now.
await start(process.env, flushCompileCache);
