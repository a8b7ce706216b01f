// `npm start`: the built service.
import { existsSync } from 'node:fs';

const built = new URL('../dist/main.js', import.meta.url);
if (existsSync(built)) {
  await import(built.href);
} else {
  process.stderr.write('Run npm run build first.\n');
  process.exitCode = 1;
}
