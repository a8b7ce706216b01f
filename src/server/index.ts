export { assemble, type Assembly } from './assembly.ts';
export { callParts, type SystemCalls, systemCalls } from './create-context.ts';
export { features } from './features.ts';
export { serveStdioTools } from './mcp/stdio.ts';
export { sendingOf } from './worker/sending.ts';
