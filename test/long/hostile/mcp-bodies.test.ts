import { brotliCompressSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { coreSlowness, cpuMsOf } from '../../support/raw-connection.ts';
import { startService, type TestProject } from '../../support/service.ts';

/** CPU time of the whole process for one message, the client's part included. */
const cpuMsMax = 200;
const triesMax = 6;
const bytesMax = 1024 * 1024 - 1_024;

const service = await startService();
let project: TestProject;
beforeAll(async () => {
  project = await service.newProject();
  await project.publishable.post('/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/list' }); // loads what speaks
});

const call = (name: string, args: string) =>
  `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"${name}","arguments":${args}}}`;
const many = (unit: string) =>
  `[${unit}${`,${unit}`.repeat(Math.floor((bytesMax - 300) / (unit.length + 1)) - 1)}]`;
const keys = `{${Array.from({ length: 1_900 }, (_, i) => `"k${i}":1`).join()}}`;

const bodies: [string, string | Uint8Array, string?][] = [
  ['numbers for items', call('write', `{"items":${many('1')}}`)],
  ['objects for items', call('write', `{"items":${many('{"type":"x"}')}}`)],
  ['unknown arguments', call('find', keys)],
  ['many filters', call('find', `{"type":"page","where":${keys}}`)],
  ['a long type', call('find', `{"type":"${'x'.repeat(bytesMax - 300)}"}`)],
  [
    'many fields',
    call('schema', `{"action":"define_collection","type":"x","fields":${many('{"key":"a"}')}}`),
  ],
  ['nested', call('find', `{"where":${'['.repeat(90)}${']'.repeat(90)}}`)],
  ['nested too deep', '['.repeat(bytesMax)],
  ['a batch', many(call('describe', '{}'))],
  ['a bomb', brotliCompressSync(Buffer.alloc(bytesMax, '[')), 'br'],
  ['a larger bomb', brotliCompressSync(Buffer.alloc(16 * bytesMax, ' ')), 'br'],
];

describe('POST /mcp', () => {
  it.each(bodies)('refuses in 0.2 s of CPU: %s', { timeout: 120_000 }, async (_what, raw, encoding) => {
    const headers: Record<string, string> = encoding === undefined ? {} : { 'Content-Encoding': encoding };
    let leastMs = Infinity;
    let answer = { status: 0, text: '' };
    for (let i = 0; i < triesMax && leastMs > cpuMsMax; i += 1) {
      const ms = await cpuMsOf(async () => {
        answer = await project.secret.send('POST', '/mcp', { raw, headers });
      });
      leastMs = Math.min(leastMs, ms > cpuMsMax ? ms / coreSlowness() : ms);
    }

    expect(leastMs).toBeLessThanOrEqual(cpuMsMax);
    expect(answer.status).toBeLessThan(500);
    expect(answer.status >= 400 || answer.text.includes('"isError":true')).toBe(true);
  });
});
