import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { startCommands } from '../../support/command-line.ts';
import { guideBlocks } from '../../support/guide.ts';
import { startReceiver } from '../../support/receiver.ts';
import { allOf, purgeIn } from '../../support/purges/targets.ts';

vi.setConfig({ testTimeout: 60_000 });

const { service, galley } = await startCommands({
  WEBHOOK_ALLOWED_SUBNETS: '127.0.0.0/8',
  WEBHOOK_RETRY_SECONDS: '3600',
});
await service.app.start();

describe('galley purge', () => {
  it('makes a target, lists it, and tells it what to drop', async () => {
    const project = await service.newProject();
    const receiver = await startReceiver();
    const of = ['--project', project.id];

    const made = await galley([
      'purge',
      'target',
      ...of,
      '--format',
      'signed',
      '--url',
      receiver.url,
      '--no-repeat',
    ]);
    await receiver.got(1, 15_000);
    const some = await galley(['purge', 'now', ...of, '--tag', 'art_1', 'art_2']);
    await receiver.got(2, 15_000);
    const all = await galley(['purge', 'now', ...of]);
    await receiver.got(3, 15_000);

    const id = expect.stringMatching(/^whe_/);
    expect(made.body).toMatchObject({
      target: { id, repeat_seconds: [] },
      secret: expect.stringMatching(/^whsec_/),
    });
    expect(some.body).toEqual({ tags: ['art_1', 'art_2'], targets: 1 });
    expect(all.body.tags).toEqual([allOf(project)]);
    const tags = receiver.received.map((one) => purgeIn(one).tags);
    expect(tags).toEqual([[allOf(project)], ['art_1', 'art_2'], [allOf(project)]]);
    const listed = await galley(['purge', 'list', ...of]);
    expect(listed.body.targets).toMatchObject([{ id: made.body.target.id, format: 'signed', enabled: true }]);
    expect(JSON.stringify(listed.body)).not.toContain(made.body.secret);
    expect((await galley(['webhook', 'list', ...of])).body).toEqual({ endpoints: [] });
  });

  it('reads a token from a file, and shows it nowhere', async () => {
    const project = await service.newProject();
    const file = join(tmpdir(), `galley-token-${project.id}`);
    await writeFile(file, 'its-token\nanything else\n');
    const command = ['purge', 'target', '--project', project.id, '--format', 'fastly', '--service', 'abc123'];

    const refused = await galley(command);
    const made = await galley([...command, '--every', '5', '--token-file', file]);

    expect(refused).toMatchObject({
      exitCode: 1,
      body: { error: { code: 'invalid_field_value', param: 'token' } },
    });
    expect(made.body).toMatchObject({
      target: { url: 'https://api.fastly.com/service/abc123/purge', every_seconds: 5 },
      secret: null,
    });
    expect(JSON.stringify([made, await galley(['purge', 'list', '--project', project.id])])).not.toContain(
      'its-token',
    );
  });

  it('disables, enables and deletes a target, and no webhook', async () => {
    const project = await service.newProject();
    const url = 'https://example.com/purge';
    const made = await galley([
      'purge',
      'target',
      '--project',
      project.id,
      '--format',
      'signed',
      '--url',
      url,
    ]);
    const hook = await galley(['webhook', 'create', '--project', project.id, '--url', url]);
    const { id } = made.body.target;

    expect((await galley(['purge', 'disable', id])).body.target).toMatchObject({ enabled: false });
    expect((await galley(['purge', 'enable', id])).body.target).toMatchObject({ enabled: true });
    for (const wrong of [
      ['purge', 'disable', hook.body.endpoint.id],
      ['webhook', 'disable', id],
      ['purge', 'now', '--project', project.id, '--tag', 'No Tag'],
    ])
      expect(await galley(wrong)).toMatchObject({
        exitCode: 1,
        body: { error: { code: 'invalid_parameter' } },
      });
    expect((await galley(['purge', 'delete', id])).body).toEqual({ deleted: id });
    expect((await galley(['purge', 'list', '--project', project.id])).body).toEqual({ targets: [] });
  });

  it('takes the commands of docs/build/cache-tags.md', async () => {
    const project = await service.newProject();
    const token = join(tmpdir(), `galley-token-${project.id}`);
    await writeFile(token, 'its-token\n');
    const lines = guideBlocks('build/cache-tags.md', 'sh').flatMap((block) => block.trim().split('\n'));
    const commands = lines.filter((line) => line.startsWith('npx galley purge'));
    let target = '';

    for (const line of commands) {
      const typed = line
        .replace('--token-stdin < cloudflare.token', `--token-file ${token}`)
        .replace('fastly.token', token)
        .replace('--project Shop', `--project ${project.id}`)
        .replace(/whe_\w+/, target);
      const { exitCode, body } = await galley(typed.split(' ').slice(2));
      expect(exitCode, line).toBe(0);
      target = (body.target?.id as string | undefined) ?? target;
    }

    expect(commands.length).toBeGreaterThan(6);
    expect((await galley(['purge', 'list', '--project', project.id])).body.targets).toHaveLength(2);
  });
});
