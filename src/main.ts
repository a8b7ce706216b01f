import { refuseOldNode } from './process/node-version.ts';
import { holdYoungHeap } from './process/young-heap.ts';

refuseOldNode();
holdYoungHeap();
await import('./process/serve.ts');
