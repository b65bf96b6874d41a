import { restartWith, syncHeap } from './heap-flags.ts';

restartWith(syncHeap);
await import('./sync-command.ts');
