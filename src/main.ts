/** Environment → config → app → listen → signals. */
import { enableCompileCache } from 'node:module';

// The second start reads compiled code instead of sources: it must come before the modules it is for.
enableCompileCache();
const { start } = await import('./cli/start.ts');
await start(process.env);
