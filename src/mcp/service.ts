export { mcpEndpoint } from './endpoint.ts';
export { llmsText } from './llms-text.ts';
export { serveStdioTools } from './stdio.ts';
