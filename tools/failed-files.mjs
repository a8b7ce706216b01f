// Prints the names of failed files, one per line, from a JSON report of vitest.
// Usage: node tools/failed-files.mjs REPORT
import { readResults } from './test-report.mjs';

for (const { name, status } of readResults(process.argv[2])) if (status === 'failed') console.log(name);
