import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Type } from '@sinclair/typebox';
import { beforeAll, describe, expect, it } from 'vitest';
import { compile } from '../../../src/core/http/query/compile.ts';
import { pluck, refusal } from '../../support/content.ts';
import { cpuMsOf } from '../../support/raw-connection.ts';
import { startService, type TestProject } from '../../support/service.ts';

const mebibyte = 1024 * 1024;
const service = await startService();
let project: TestProject;
beforeAll(async () => {
  project = await service.newProject();
});

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

function heapUsed(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

describe('a list of wrong items', () => {
  it.each([4_000, 64_000, 2_000_000])('of %i is refused in time of its length', async (count) => {
    const raw = `{"name":"Ada","links":[${'1,'.repeat(count - 1)}1]}`;
    const send = () => project.secret.send('POST', '/v1/authors', { raw });
    const answer = await send();
    const times: number[] = [];
    for (let i = 0; i < 4; i += 1) times.push(await cpuMsOf(send));

    expect(refusal(answer)).toEqual([400, 'invalid_field_value', 'links']);
    expect(Math.min(...times)).toBeLessThan(200); // 64,000 took 23 s
  });

  it('that is too long is told as that alone', async () => {
    const answer = await project.secret.post('/v1/authors', { name: 5, links: Array(51).fill({ url: 1 }) });

    expect(pluck(answer.body.error.errors, 'param')).toEqual(['name', 'links']);
  });
});

describe('a body with many faults', () => {
  it('tells the first twenty, the known fields in their order', async () => {
    const unknown = Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`k${i}`, 1]));

    const { body } = await project.secret.post('/v1/authors', { ...unknown, bio: 5, name: 5 });

    expect(body.error.param).toBe('name');
    expect(body.error.errors).toHaveLength(20);
    expect(pluck(body.error.errors, 'param').slice(0, 3)).toEqual(['name', 'bio', 'k0']);
  });
});

describe('what was refused', () => {
  it('is not kept: the heap is what it was after two definitions of 2,000,000 wrong choices', async () => {
    const choices = `[${'1,'.repeat(1_990_000)}1]`;
    const raw = `{"fields":[{"key":"tone","type":"select","options":{"choices":${choices}}}]}`;
    const path = '/v1/schema/content-types/page?dry_run=true';
    await project.secret.put(path, { fields: [{ key: 'tone', type: 'select', options: { choices: [1] } }] });
    const before = heapUsed();

    for (const _time of [1, 2]) {
      const answer = await project.secret.send('PUT', path, { raw });
      expect([answer.status, answer.body.error.code]).toEqual([400, 'invalid_field_definition']);
    }

    expect(heapUsed() - before).toBeLessThan(50 * mebibyte); // it was 936 MiB
  });

  it('is not kept by a check, whose faults are asked for by the value', () => {
    const check = compile(Type.Object({ a: Type.Array(Type.Integer()) }), 'json');
    const many = { a: Array<string>(100_000).fill('x') };

    expect(check(many)).toBe(false);
    expect(check.errors(many)).toHaveLength(1);
    expect(check.errors({ a: ['x', 1, 'y'] }).map(({ instancePath }) => instancePath)).toEqual([
      '/a/0',
      '/a/2',
    ]);
  });
});
