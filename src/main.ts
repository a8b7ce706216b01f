import { refuseOldNode } from './node-version.ts';
import { limitHeap } from './heap-size.ts';

refuseOldNode();
limitHeap();
await import('./server/start/serve.ts');
