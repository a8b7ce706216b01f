import {
  createMcpHandler as createCurrentHandler,
  isLegacyRequest,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { type McpOptions, serverFactory } from './protocol/server.ts';

export type { McpOptions };
export { type ApiRequest, type ApiResponse, type Send, urlPath } from './api.ts';

/** Responds to one message of Streamable HTTP, without a session and in JSON. `headers` are those of the protocol. */
export type McpHandler = (message: unknown, headers: Headers) => Promise<Response>;

/** The tools of Galley for one caller over Streamable HTTP. */
export function createMcpHandler(options: McpOptions): McpHandler {
  const factory = serverFactory(options);
  return async (message, headers) => {
    headers.set('Accept', 'application/json, text/event-stream'); // the transport requires both of its callers
    headers.set('Content-Type', 'application/json');
    const request = new Request(`${options.baseUrl}/mcp`, { method: 'POST', headers });
    if (!(await isLegacyRequest(request, message)))
      return createCurrentHandler(factory, { legacy: 'reject' }).fetch(request, { parsedBody: message });
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
    const server = await factory({ era: 'legacy' });
    try {
      await server.connect(transport);
      return await transport.handleRequest(request, { parsedBody: message });
    } finally {
      void server.close();
    }
  };
}
