import { refuseOldNode } from './node-version.ts';
import { keepHeapSmall } from './server/start/heap-size.ts';

refuseOldNode();
keepHeapSmall();
await import('./server/start/serve.ts');
