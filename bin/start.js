// `npm start`: the built service. The bundle starts in half the CPU time; builds for measurements don't have it.
import { existsSync } from 'node:fs';

const [bundled, compiled] = ['../dist/bundle/main.js', '../dist/main.js'].map(
  (path) => new URL(path, import.meta.url),
);
const built = [bundled, compiled].find((url) => existsSync(url));
if (built !== undefined) {
  await import(built.href);
} else {
  process.stderr.write('Run npm run build first.\n');
  process.exitCode = 1;
}
