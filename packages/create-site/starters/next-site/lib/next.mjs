// Runs Next as this site does: without telemetry, on a port of its own, and saying where it can be told what changed
// while it was built. On a host where many processes serve one site, give each its own GALLEY_SELF_URL.
import { existsSync } from 'node:fs';

const [command] = process.argv.slice(2);
process.env['NEXT_TELEMETRY_DISABLED'] = '1';
if (existsSync('.env')) process.loadEnvFile(); // Next reads it too late for PORT
process.env['PORT'] ??= '3001';
if (command === 'start') process.env['GALLEY_SELF_URL'] ??= `http://127.0.0.1:${process.env['PORT']}`;

await import('next/dist/bin/next');
