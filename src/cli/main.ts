import { refuseOldNode } from '../node-version.ts';

refuseOldNode();
const { runCommand } = await import('./program.ts');
const { out, err, exitCode } = await runCommand(process.argv.slice(2), process.env, process.cwd());
process.stdout.write(out);
process.stderr.write(err);
process.exitCode = exitCode;
