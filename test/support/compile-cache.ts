import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * For the environment of a command that a test starts: Node.js keeps there what it has compiled, as the gateway itself tells it to. A command
 * compiles its sources for longer than it runs.
 */
export const compileCache = { NODE_COMPILE_CACHE: join(tmpdir(), 'node-compile-cache') };
