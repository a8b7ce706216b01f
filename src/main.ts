import { refuseOldNode } from './node-version.ts';
import { limitHeap } from './server/start/heap-size.ts';

refuseOldNode();
limitHeap();
await import('./server/start/serve.ts');
