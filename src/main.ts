/** Node.js → environment → config → app → listen → signals. */
import { refuseOldNode } from './cli/refuse-old-node.ts';

refuseOldNode();
// The second start reads compiled code instead of sources: it must come before the modules it is for, which are therefore imported below.
process.getBuiltinModule('node:module').enableCompileCache();
const { start } = await import('./cli/start.ts');
await start(process.env);
