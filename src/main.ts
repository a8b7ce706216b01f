import { refuseOldNode } from './node-version.ts';

refuseOldNode();
await import('./serve.ts');
