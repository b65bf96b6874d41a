/** What every start of a gateway reads, whole: of the sources, `cli/start.ts` reads `serve.ts` when it is to serve. */
import '../cli/serve.ts';

export { start } from '../cli/start.ts';
