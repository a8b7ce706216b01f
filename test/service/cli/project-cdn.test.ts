import { tmpdir } from 'node:os';
import { describe, expect, it } from 'vitest';
import { givenUp } from '../../../src/contract/events/cdn.ts';
import { runCommand } from '../../../src/cli/program.ts';
import { guideBlocks } from '../../support/guide.ts';
import { startService, testVariables } from '../../support/service.ts';
import { readFileSync } from 'node:fs';

const service = await startService();
const variables = testVariables({ MONGODB_DB: service.app.config.MONGODB_DB });

async function cdn(project: string, ...args: string[]) {
  const all = ['project', 'cdn', '--project', project, ...args];
  const { out } = await runCommand([...all, '--json'], variables, tmpdir());
  return JSON.parse(out) as { cdn?: object; error?: object };
}

describe('galley project cdn', () => {
  it('shows CDN mode, turns it on, changes a part of it, and turns it off', async () => {
    const { id, publishable } = await service.newProject();
    const cacheControl = async () =>
      (await publishable.get('/v1/blog/articles')).headers.get('Cache-Control') ?? '';

    expect(await cdn(id)).toEqual({ cdn: { profile: 'off', max_age_seconds: 3600, stale_seconds: 60 } });
    expect(await cacheControl()).toBe('private, no-cache');

    const on = await cdn(id, '--profile', 'keyed', '--max-age', '600');
    expect(on).toEqual({ cdn: { profile: 'keyed', max_age_seconds: 600, stale_seconds: 60 } });
    expect(await cacheControl()).toContain('s-maxage=600, stale-while-revalidate=60');

    await cdn(id, '--stale', '5');
    expect(await cacheControl()).toContain('s-maxage=600, stale-while-revalidate=5');

    await cdn(id, '--profile', 'off');
    expect(await cacheControl()).toBe('private, no-cache');
  });

  it.each([
    [['--profile', 'on'], 'cdn.profile'],
    [['--max-age', '59'], 'cdn.max_age_seconds'],
    [['--max-age', '86401'], 'cdn.max_age_seconds'],
    [['--stale', '1e2'], 'cdn.stale_seconds'],
  ])('refuses %j', async (args, param) => {
    const { id } = await service.newProject();

    expect(await cdn(id, ...args)).toMatchObject({ error: { code: 'invalid_field_value', param } });
  });

  it('says in the words of the documents what is given up', async () => {
    const { id } = await service.newProject();
    const args = ['project', 'cdn', '--project', id, '--profile', 'edge'];
    const page = readFileSync(new URL('../../../docs/build/cache-tags.md', import.meta.url), 'utf8');

    const { out } = await runCommand(args, variables, tmpdir());

    for (const sentence of givenUp) {
      expect(out).toContain(`- ${sentence}`);
      expect(page).toContain(`- ${sentence}`);
    }
    expect(guideBlocks('build/cache-tags.md', 'sh').join('\n')).toContain('project cdn --project');
  });
});
