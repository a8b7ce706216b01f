import { limitHeap } from '../heap-size.ts';
import { refuseOldNode } from '../node-version.ts';

refuseOldNode();
limitHeap(); // an import of 10,000 rows takes 130 MB, and 306 MB with the heap that V8 would use
const { runCommand } = await import('./program.ts');
const { out, err, exitCode } = await runCommand(process.argv.slice(2), process.env, process.cwd());
process.stdout.write(out);
process.stderr.write(err);
process.exitCode = exitCode;
