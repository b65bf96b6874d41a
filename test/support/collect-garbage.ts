import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** All that nobody can reach any more, at once. */
export function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
}
