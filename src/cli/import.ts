import { importHeap, restartWith } from './heap-flags.ts';

restartWith(importHeap);
await import('./import-command.ts');
