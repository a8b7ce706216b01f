import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { type Installation, medianOf, msOf, openInstallation, report } from './installation.ts';

// Measures how many bytes the MCP tools add to a model's context, and what a tool call costs compared with the API
// request that it sends: `npm run bench:mcp`

const calls = 400;
const warmUp = 50;

const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value));

/** Size of the tool list for an API key, in bytes of JSON. */
async function listOf(
  { url }: Installation,
  key: string,
): Promise<{ client: Client; sizes: number[]; all: number }> {
  const client = new Client({ name: 'bench', version: '1.0.0' });
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${url}/mcp`), {
      requestInit: { headers: { Authorization: `Bearer ${key}` } },
    }),
  );
  const { tools } = await client.listTools();
  return { client, sizes: tools.map(bytesOf), all: bytesOf({ tools }) };
}

/** Alternates between a tool and its API request; returns medians in milliseconds. */
async function callAgainstRead({ url, secret }: Installation, client: Client) {
  const ask = { type: 'page', where: { price: { gte: 1 } }, limit: 5 };
  const read = `${url}/v1/content/page?where[price][gte]=1&limit=5`;
  const byTool = () => client.callTool({ name: 'find', arguments: ask });
  const byRead = async () => (await fetch(read, { headers: { Authorization: `Bearer ${secret}` } })).json();
  const [tool, plain]: [number[], number[]] = [[], []];
  for (let i = 0; i < calls; i += 1) {
    const pair = [async () => tool.push(await msOf(byTool)), async () => plain.push(await msOf(byRead))];
    for (const one of i % 2 === 0 ? pair : pair.reverse()) await one();
  }
  return { tool: medianOf(tool.slice(warmUp)), plain: medianOf(plain.slice(warmUp)) };
}

const installation = await openInstallation();
try {
  await installation.fill(100);
  const before = await installation.memoryMb();
  const secret = await listOf(installation, installation.secret);
  const publishable = await listOf(installation, installation.publishable);
  const { tool, plain } = await callAgainstRead(installation, secret.client);
  const described = await secret.client.callTool({ name: 'describe', arguments: {} });
  report([
    { figure: 'the list of tools for a secret key, bytes', value: secret.all, most: 16_000 },
    { figure: 'the largest tool, bytes', value: Math.max(...secret.sizes), most: 4_000 },
    { figure: 'the list for a publishable key, bytes', value: publishable.all, most: 16_000 },
    { figure: 'the project in short (`describe`), bytes', value: bytesOf(described), most: 40_000 },
    { figure: 'one `find`, median in ms', value: tool },
    { figure: 'the read that it sends, median in ms', value: plain },
    { figure: 'memory that the first calls take, MB', value: (await installation.memoryMb()) - before },
  ]);
  for (const { client } of [secret, publishable]) await client.close();
} finally {
  await installation.stop();
}
