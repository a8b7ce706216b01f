import { refuseOldNode } from './process/node-version.ts';
import { keepHeapSmall } from './process/heap-size.ts';

refuseOldNode();
keepHeapSmall();
await import('./process/serve.ts');
