import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

// Runs the service from the source of the checkout in `CHECKOUT`, by default this one, and sends its memory in use over
// IPC, in bytes. `bench/sign-in-issuer.ts` starts it.

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

process.on('message', () => {
  // The second collection frees what finalizers of the first released.
  for (let round = 0; round < 2; round += 1) collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  process.send?.(heapUsed + external);
});

const { CHECKOUT: checkout = fileURLToPath(new URL('../..', import.meta.url)) } = process.env;
await import(pathToFileURL(join(checkout, 'src/main.ts')).href);
