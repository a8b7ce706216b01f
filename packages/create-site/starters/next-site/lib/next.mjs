// Runs Next without telemetry and on port 3001. The default GALLEY_SELF_URL lets the server purge pages whose content
// changed after the build. If several processes serve the site, give each its own GALLEY_SELF_URL.
import { existsSync } from 'node:fs';

const [command] = process.argv.slice(2);
process.env['NEXT_TELEMETRY_DISABLED'] = '1';
if (existsSync('.env')) process.loadEnvFile(); // Next reads .env too late for PORT
process.env['PORT'] ??= '3001';
if (command === 'start') process.env['GALLEY_SELF_URL'] ??= `http://127.0.0.1:${process.env['PORT']}`;

await import('next/dist/bin/next');
