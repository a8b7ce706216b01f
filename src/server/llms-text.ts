import type { Middleware } from 'koa';

/** `/llms.txt`, without a key: what Galley is, and where programs continue to read. */
export function llmsText(baseUrl: string): Middleware {
  const text = textOf(baseUrl);
  return async (ctx, next) => {
    if (ctx.path !== '/llms.txt' || !['GET', 'HEAD'].includes(ctx.method)) return void (await next());
    ctx.type = 'text/plain; charset=utf-8';
    ctx.set('Cache-Control', 'public, max-age=300');
    ctx.body = text;
  };
}

function textOf(baseUrl: string): string {
  return `# Galley

> A headless content service: typed content, a blog and a knowledge base over one strict REST API. An API key selects one project.

## For agents

- [MCP](${baseUrl}/mcp): eleven tools over Streamable HTTP, with \`Authorization: Bearer <API key>\`
- [How to connect a client](${baseUrl}/docs/build/agents)

## For programs

- [OpenAPI](${baseUrl}/v1/openapi.json): the API and the content types of the key's project (needs a key)
- [Introspection](${baseUrl}/v1/introspection): the same for machines that explore (needs a key)
- [Errors](${baseUrl}/docs/errors): every code, and what to do

## Pages

- [Quick start](${baseUrl}/docs/start/quick-start)
- [Concepts](${baseUrl}/docs/start/concepts)
- [Reference](${baseUrl}/docs)
`;
}
