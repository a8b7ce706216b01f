export { mcpDoor } from './door.ts';
export { llmsText } from './llms-text.ts';
export { serveStdioTools } from './stdio.ts';
