import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { cleanup } from '../cleanup.ts';

/** What a tool told, its JSON read. */
export interface Told {
  isError: boolean;
  text: string;
  body: any;
}

/** The official client, on a service with a key. */
export interface Agent {
  client: Client;
  call(name: string, args?: Record<string, unknown>): Promise<Told>;
}

/** Opens the official client; it is closed with the file. */
export async function openAgent(
  service: { url: string },
  token: string,
  options: ConstructorParameters<typeof Client>[1] = {},
): Promise<Agent> {
  const client = new Client({ name: 'test', version: '1.0.0' }, options);
  const transport = new StreamableHTTPClientTransport(new URL(`${service.url}/mcp`), {
    requestInit: { headers: { Authorization: `Bearer ${token}` } },
  });
  await client.connect(transport);
  cleanup(() => client.close());
  return agentOf(client);
}

export function agentOf(client: Client): Agent {
  return {
    client,
    async call(name, args = {}) {
      const { content, isError = false } = await client.callTool({ name, arguments: args });
      return readTold({ content, isError });
    },
  };
}

/** Reads what a tool told: a sentence, then one line of JSON. */
export function readTold({ content, isError = false }: { content: unknown; isError?: boolean }): Told {
  const [part] = content as { type: string; text: string }[];
  const text = part?.text ?? '';
  return { isError, text, body: JSON.parse(text.slice(text.indexOf('\n') + 1)) };
}

/** Calls a tool that needs a confirmation twice, as a model would. */
export async function callTwice(agent: Agent, name: string, args: Record<string, unknown>): Promise<Told> {
  const first = await agent.call(name, args);
  if (first.isError) throw new Error(first.text);
  return agent.call(name, { ...args, confirm: first.body.confirm });
}
