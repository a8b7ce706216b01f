import { describe, expect, it } from 'vitest';
import { Confirmations } from '../src/confirmation.ts';
import { fitResult, resultBytesMax } from '../src/protocol/fitting.ts';
import { listedTool } from '../src/protocol/server.ts';
import { offeredTools, tools } from '../src/protocol/tools.ts';
import { guideText } from '../src/texts.ts';

const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value));

describe('the list of tools', () => {
  it('is below 16 kB, and each tool below 4 kB', () => {
    const shown = tools.map(listedTool);

    expect(shown).toHaveLength(11);
    expect(bytesOf({ tools: shown })).toBeLessThan(16_000);
    for (const one of shown) expect([one.name, bytesOf(one) < 4_000]).toEqual([one.name, true]);
  });

  it('has closed schemas without references, and words for each', () => {
    for (const { name, description, inputSchema } of tools.map(listedTool)) {
      expect(JSON.stringify(inputSchema)).not.toContain('$ref');
      expect([name, inputSchema.type, inputSchema['additionalProperties']]).toEqual([name, 'object', false]);
      expect(String(description).length).toBeGreaterThan(100);
    }
  });

  it('is for publishable keys that of the tools that read', () => {
    expect(offeredTools('publishable').map(({ name }) => name)).toEqual([
      'describe',
      'find',
      'read',
      'search',
      'changes',
    ]);
    expect(offeredTools('secret')).toEqual(tools);
  });

  it('comes with a guide that leads to the pages of this service', () => {
    expect(guideText('https://content.example.com')).toContain('https://content.example.com/docs');
    expect(guideText('x')).not.toContain('{{');
  });
});

describe('what is told', () => {
  it.each([
    ['a long text', { a: 'x'.repeat(200_000) }],
    ['many keys', Object.fromEntries(Array.from({ length: 5_000 }, (_, i) => [`k${i}`, 'x'.repeat(100)]))],
    ['a long list', { a: Array.from({ length: 5_000 }, () => ({ b: 'x'.repeat(100) })) }],
    ['a deep tree', deep(9, 6)],
    ['letters of many bytes', { a: '鯨'.repeat(30_000) }],
  ])('is cut to 40 KB and says so: %s', (_what, value) => {
    const told = fitResult(value);

    expect(bytesOf(value)).toBeGreaterThan(resultBytesMax);
    expect(bytesOf(told)).toBeLessThanOrEqual(resultBytesMax);
    expect(JSON.stringify(told)).toContain('cut');
  });

  it('of 16 MB in small parts takes hardly longer than of little: the rest is not looked at', () => {
    const item = () => ({ values: { list: Array.from({ length: 5_000 }, (_, i) => ({ id: `ent_${i}` })) } });
    const value = { items: Array.from({ length: 200 }, item) };
    expect(bytesOf(value)).toBeGreaterThan(15_000_000);

    const least = (work: () => void) =>
      Math.min(
        ...Array.from({ length: 5 }, () => {
          const begun = process.cpuUsage();
          work();
          return process.cpuUsage(begun).user;
        }),
      );
    const whole = least(() => JSON.stringify(value));
    const part = least(() => expect(JSON.stringify(fitResult(value))).toContain('cut'));

    expect(part).toBeLessThan(whole / 2);
  });

  it('is whole where there is room', () => {
    const value = { a: 'x'.repeat(30_000), b: [1, null, { c: true }] };
    expect(fitResult(value)).toEqual(value);
  });
});

function deep(levels: number, width: number): object {
  if (levels === 0) return { leaf: 'x' };
  if (levels > 5) return { only: deep(levels - 1, width) };
  return Object.fromEntries(Array.from({ length: width }, (_, i) => [`k${i}`, deep(levels - 1, width)]));
}

describe('a confirmation', () => {
  const at = (ms: number) => () => new Date(ms);
  const call = { keyId: 'key_1', tool: 'publish', args: { type: 'page', values: { a: 1, b: [1, 2] } } };
  const targets = [{ id: 'ent_1', revision: 3 }];
  const { confirm } = new Confirmations('a secret', at(0)).create(call, targets);
  const reading = (change: object, secret = 'a secret', ms = 0) => {
    return () => new Confirmations(secret, at(ms)).read({ ...call, ...change }, confirm);
  };

  it('is read by every process with the secret, for 10 minutes, whatever the order of the keys', () => {
    expect(reading({})()).toEqual(targets);
    expect(reading({}, 'a secret', 599_999)()).toEqual(targets);
    expect(reading({ args: { values: { b: [1, 2], a: 1 }, type: 'page' } })()).toEqual(targets);
  });

  it('is for one key, one tool, these arguments, and one installation', () => {
    expect(reading({}, 'a secret', 600_000)).toThrow(/expired/);
    expect(reading({}, 'another secret')).toThrow(/not by this service/);
    expect(reading({ keyId: 'key_2' })).toThrow(/another key/);
    expect(reading({ tool: 'delete' })).toThrow();
    expect(reading({ args: { ...call.args, values: { a: 1, b: [2, 1] } } })).toThrow(/other arguments/);
    expect(reading({ args: { ...call.args, more: null } })).toThrow();
  });

  it('cannot be altered', () => {
    const other = Buffer.from(JSON.stringify([9e15, [{ id: 'ent_2', revision: 3 }]])).toString('base64url');
    const [, signature = ''] = confirm.split('.');
    const service = new Confirmations('a secret', at(0));
    for (const forged of [`${other}.${signature}`, other, '', '.', `${confirm}x`, `x${confirm}`, 'é.é'])
      expect(() => service.read(call, forged)).toThrow(/confirm/);
  });
});
