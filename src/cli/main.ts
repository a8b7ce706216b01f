import { limitHeap } from '../heap-size.ts';
import { refuseOldNode } from '../node-version.ts';

refuseOldNode();
limitHeap(); // V8 would let a CSV import of 10,000 rows grow to 306 MB (bench/memory.ts)
const { runCommand } = await import('./program.ts');
const { out, err, exitCode } = await runCommand(process.argv.slice(2), process.env, process.cwd());
process.stdout.write(out);
process.stderr.write(err);
process.exitCode = exitCode;
