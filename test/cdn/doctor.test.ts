import { tmpdir } from 'node:os';
import { describe, expect, it } from 'vitest';
import type { CdnProfile } from '../../src/contract/events/cdn.ts';
import type { Finding } from '../../src/cli/support/checks/finding.ts';
import { runCommand } from '../../src/cli/program.ts';
import { startOwnService, testVariables } from '../support/service.ts';
import { newSharedProject } from './support/mode.ts';
import { hasVarnish, startVarnish } from './support/varnish.ts';

const service = await startOwnService();
const variables = testVariables({ ...service.app.config, PORT: '0' } as never);

async function doctor(url: string, project: string): Promise<{ exitCode: number; checks: Finding[] }> {
  const args = ['doctor', '--cdn', url, '--project', project, '--json'];
  const { out, exitCode } = await runCommand(args, variables, tmpdir());
  return { exitCode, checks: (JSON.parse(out) as { checks: Finding[] }).checks };
}

async function newSite(profile: CdnProfile) {
  const project = await newSharedProject(service, { profile });
  await project.newKey({ purpose: 'publishable', origins: ['https://site.example'] });
  return project;
}

const verdicts = ({ checks }: { checks: Finding[] }) => checks.map(({ name, ok }) => [name, ok]);
/** A cache as many are: it tells neither keys nor origins apart. */
const ignoringVary = {
  'hash_data(req.http.Authorization);': '',
  'set beresp.http.xkey': 'unset beresp.http.Vary; set beresp.http.xkey',
};

describe('galley doctor --cdn', () => {
  it.skipIf(!hasVarnish)('finds the recipe right', async () => {
    const project = await newSite('keyed');
    const cache = await startVarnish(service.url);

    const found = await doctor(cache.url, project.id);

    expect(verdicts(found)).toEqual([
      ['cdn', true],
      ['cdn keys', true],
      ['cdn origins', true],
    ]);
    expect(found.exitCode).toBe(0);
  });

  it.skipIf(!hasVarnish)('says that Vary is ignored', async () => {
    const project = await newSite('keyed');
    const cache = await startVarnish(service.url, { replaced: ignoringVary });

    const found = await doctor(cache.url, project.id);

    expect(found.exitCode).toBe(1);
    expect(found.checks.slice(1)).toMatchObject([
      { name: 'cdn keys', ok: false, why: expect.stringContaining('Vary is ignored') },
      { name: 'cdn origins', ok: false, why: expect.stringContaining('Vary is ignored') },
    ]);
  });

  it.skipIf(!hasVarnish)('says that nothing is stored', async () => {
    const project = await newSite('keyed');
    const cache = await startVarnish(service.url, { replaced: { 'return (hash);': 'return (pass);' } });

    const found = await doctor(cache.url, project.id);

    expect(found.checks[0]).toMatchObject({ ok: false, why: expect.stringContaining('stores nothing') });
    expect(verdicts(found).slice(1)).toEqual([
      ['cdn keys', true],
      ['cdn origins', true],
    ]);
  });

  it.skipIf(!hasVarnish)('finds an edge right that brings the key and takes Origin away', async () => {
    const project = await newSite('edge');
    const brings = (more: string) => ({
      'sub vcl_recv {': `sub vcl_recv { set req.http.Authorization = "Bearer ${project.publishable.token}"; ${more}`,
    });
    const right = await startVarnish(service.url, { replaced: brings('unset req.http.Origin;') });
    const half = await startVarnish(service.url, { replaced: brings('') });
    const plain = await startVarnish(service.url);

    expect(verdicts(await doctor(right.url, project.id))).toEqual([
      ['cdn', true],
      ['cdn edge', true],
    ]);
    expect((await doctor(half.url, project.id)).checks[1]?.why).toBe('Origin reaches Galley.');
    expect((await doctor(plain.url, project.id)).checks[0]?.fix).toContain(
      'Configure the edge to add the publishable key',
    );
  });

  it('says that CDN mode is off, and that there is no key, without a cache', async () => {
    const project = await newSite('off');

    expect((await doctor(service.url, project.id)).checks).toEqual([
      expect.objectContaining({ name: 'cdn', ok: false, why: 'CDN mode is off, so nothing is stored.' }),
    ]);
    expect((await doctor('http://127.0.0.1:9', project.id)).checks[0]?.why).toContain('does not respond');
  });

  it('refuses what is no address', async () => {
    const project = await newSite('keyed');
    const args = ['doctor', '--cdn', 'content.example.com', '--project', project.id, '--json'];

    const { out, exitCode } = await runCommand(args, variables, tmpdir());

    expect(exitCode).toBe(1);
    expect(JSON.parse(out)).toMatchObject({ error: { code: 'invalid_parameter', param: '--cdn' } });
  });
});
