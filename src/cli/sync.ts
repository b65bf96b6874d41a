import { restartWith, syncHeap } from './heap-flags.ts';
import { refuseOldNode } from './refuse-old-node.ts';

// Here, too: what it imports below can't be read by an older one.
refuseOldNode();
restartWith(syncHeap);
await import('./sync-command.ts');
