import { execFile } from 'node:child_process';
import { cp, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it, vi } from 'vitest';
import { runCommand } from '../../../src/cli/program.ts';
import { newAsset } from '../../support/media.ts';
import { inRepository } from '../../support/program.ts';
import { guideBlocks } from '../../support/guide.ts';
import { defineType } from '../../support/content.ts';
import { startReceiver } from '../../support/receiver.ts';
import { type Installation, newFolder, newInstallation } from '../../support/transfer/installations.ts';
import { newBackedUpInstallation } from '../../support/transfer/backups.ts';
import { databaseOf } from '../../support/database.ts';

vi.setConfig({ testTimeout: 120_000 }); // the demo has hundreds of writes

const installation = await newInstallation();
const folder = await newFolder();

/** The arguments of the commands in a block of shell, whichever way it calls them; comments left out. */
function commandsIn(block: string): string[][] {
  const lines = block.split('\n').filter((line) => line.trim() !== '');
  return lines.map((line) => {
    const [, command = ''] = /^(?:npx|docker compose exec galley) galley (.*?)(?:\s+#.*)?$/.exec(line) ?? [];
    const words = command.match(/'[^']*'|\S+/g) ?? [];
    if (words.length === 0) throw new Error(`no command of ours: ${line}`);
    return words.map((word) => word.replace(/^'|'$/g, ''));
  });
}

/** Runs a command as it stands on the page; the files that it names lie in a folder of the test. */
async function galley({ variables }: Installation, words: readonly string[]): Promise<string> {
  const takesFile = (word: string | undefined) => ['--file', '--out', '--from'].includes(word ?? '');
  const args = words.map((word, i) => (takesFile(words[i - 1]) ? join(folder, word) : word));
  const { out, err, exitCode } = await runCommand(args, variables, folder);
  expect([exitCode, err], args.join(' ')).toEqual([0, '']);
  return out;
}

/** The only project of the name that the pages use. */
async function newShop() {
  const project = await installation.newProject();
  const projects = databaseOf(installation.app.system).collection<{ _id: string; name: string }>('projects');
  await projects.updateMany({ name: 'Shop' }, { $set: { name: 'Another' } });
  await projects.updateOne({ _id: project.id }, { $set: { name: 'Shop' } });
  return project;
}

describe('the commands of docs/run/backup.md', () => {
  it('bring a project to another installation', async () => {
    const shop = await newShop();
    await defineType(shop, 'page', { title: 'string' });
    await newAsset(shop.secret);
    const other = await newInstallation();
    const [exported = '', imported = ''] = guideBlocks('run/backup.md', 'sh');
    const [exporting = []] = commandsIn(exported);
    const restoring = commandsIn(imported);

    await galley(installation, exporting);
    for (const words of restoring) await galley(other, words);

    const types = await databaseOf(other.app.system).collection('content_types').distinct('slug');
    expect([types, await databaseOf(other.app.system).collection('media').countDocuments()]).toEqual([
      ['page'],
      1,
    ]);
  });

  it('copy a project, and start another one from a template', async () => {
    const shop = await newShop();
    await defineType(shop, 'page', { title: 'string' });
    const blocks = guideBlocks('run/backup.md', 'sh');
    const [copying = '', starting = ''] = blocks.filter((block) => /project (copy|template)/.test(block));

    for (const words of [...commandsIn(copying), ...commandsIn(starting)]) await galley(installation, words);

    const projects = databaseOf(installation.app.system).collection<{ _id: string; name: string }>(
      'projects',
    );
    const copies = await projects.find({ name: /^Shop for / }).toArray();
    expect(copies.map(({ name }) => name).sort()).toEqual(['Shop for France', 'Shop for Spain']);
    const types = databaseOf(installation.app.system).collection('content_types');
    for (const { _id } of copies) expect(await types.distinct('slug', { project_id: _id })).toEqual(['page']);
  });

  it('bring all projects to another installation, as the restore drill does', async () => {
    const [from, to] = [await newInstallation(), await newInstallation()];
    const first = await from.newProject();
    await defineType(first, 'page', { title: 'string' });
    await newAsset(first.secret);
    await defineType(await from.newProject(), 'note', { title: 'string' });
    const blocks = guideBlocks('run/backup.md', 'sh');
    const exporting = blocks.find((block) => block.includes('export --all')) ?? '';
    const drill = blocks.find((block) => block.startsWith('for folder in')) ?? '';
    const place = await newFolder();
    const command = `exec ${process.execPath} ${inRepository('bin/galley.js')}`;
    await writeFile(join(place, 'npx'), `#!/bin/sh\nshift 1\n${command} "$@"\n`, { mode: 0o755 });
    const run = (script: string, { variables }: Installation) =>
      promisify(execFile)('bash', ['-euo', 'pipefail', '-c', script], {
        cwd: place,
        env: { ...variables, HOME: place, PATH: `${place}:${process.env['PATH']}` },
      });

    await run(exporting, from);
    await run(drill.replace(/^npx galley doctor$/m, ''), to); // the doctor has tests of its own

    const db = databaseOf(to.app.system);
    expect(await db.collection('content_types').distinct('slug')).toEqual(['note', 'page']);
    expect(await db.collection('media').countDocuments({ status: 'ready' })).toBe(1);
    expect(await db.collection('projects').countDocuments()).toBe(2);
  });

  it('restore a project from its backup, as the drill does', async () => {
    const backedUp = await newBackedUpInstallation();
    const shop = await backedUp.newProject();
    const db = databaseOf(backedUp.app.system);
    const projects = db.collection<{ _id: string; name: string }>('projects');
    await projects.updateOne({ _id: shop.id }, { $set: { name: 'Shop' } });
    await defineType(shop, 'page', { title: 'string' });
    await newAsset(shop.secret);
    const blocks = guideBlocks('run/backup.md', 'sh').filter((block) => block.includes('galley backup'));
    const [running = '', restoring = '', drill = ''] = blocks;
    expect(blocks).toHaveLength(3);

    for (const words of [running, restoring].flatMap(commandsIn)) await galley(backedUp, words);
    for (const words of commandsIn(drill).slice(0, -1)) await galley(backedUp, words);
    const names = (await projects.find().toArray()).map(({ name }) => name);
    expect(names.toSorted()).toEqual(['Restore drill', 'Shop', 'Shop restored']);
    expect(await db.collection('media').countDocuments({ status: 'ready' })).toBe(3);
    for (const words of commandsIn(drill).slice(-1)) await galley(backedUp, words);

    expect(await projects.countDocuments()).toBe(2);
  });

  it('do so with containers, through a folder of the container that its user may write', async () => {
    const shop = await newShop();
    await defineType(shop, 'page', { title: 'string' });
    const other = await newInstallation();
    const [, , exported = '', imported = ''] = guideBlocks('run/backup.md', 'sh');
    const lines = `${exported}${imported}`.trim().split('\n');
    const there = exported.trim().split('\n').length;
    const inFolder = (path: string) => join(folder, 'composed', path.replace('galley:', ''));

    for (const [at, line] of lines.entries()) {
      const [, source, target] = /^docker compose cp (\S+) (\S+)$/.exec(line) ?? [];
      if (source !== undefined && target !== undefined) {
        await cp(inFolder(source), inFolder(target), { recursive: true });
        continue;
      }
      const [words = []] = commandsIn(line.replace(' /tmp/', ' composed/tmp/'));
      await galley(at < there ? installation : other, words);
    }

    expect(await databaseOf(other.app.system).collection('content_types').distinct('slug')).toEqual(['page']);
  });
});

describe('the commands of docs/build/client.md', () => {
  it('write types and definitions into files, which then do not differ', async () => {
    const shop = await newShop();
    await defineType(shop, 'page', { title: 'string' });
    const GALLEY_KEY = (await shop.newKey({})).token;
    const here = { ...installation, variables: { ...installation.variables, GALLEY_KEY } };

    const [, types = ''] = guideBlocks('build/client.md', 'sh'); // another test runs the first, which installs the client
    const written = guideBlocks('model/content-types.md', 'sh').filter((block) => block.startsWith('npx'));
    const [curl = '', ...commands] = types
      .replaceAll('https://content.example.com', installation.url)
      .split('\n');
    await promisify(execFile)('sh', ['-c', curl], { cwd: folder, env: { ...process.env, GALLEY_KEY } });
    const fetched = await readFile(join(folder, 'content-types.ts'), 'utf8');
    for (const words of [commands.join('\n'), ...written].flatMap(commandsIn)) await galley(here, words);

    expect(fetched).toContain('export interface PageValues');
    expect(await readFile(join(folder, 'content-types.ts'), 'utf8')).toBe(fetched);
    expect((await stat(join(folder, 'schema.json'))).size).toBeGreaterThan(0);
  });
});

describe('the commands of docs/build/webhooks.md', () => {
  it('make an endpoint, list it, look at what it was sent, test it, enable it and replay', async () => {
    const shop = await newShop();
    const [making = '', after = ''] = guideBlocks('build/webhooks.md', 'sh');
    const endpoints = databaseOf(installation.app.system).collection('webhook_endpoints');
    const stored = () => endpoints.findOne({ project_id: shop.id });

    for (const words of commandsIn(making)) expect(await galley(installation, words)).toContain('whsec_');
    const id = String((await stored())?._id);
    await runCommand(['webhook', 'disable', id], installation.variables, folder);
    expect((await stored())?.['enabled']).toBe(false);
    const receiver = await startReceiver(); // whose address no page can know
    await endpoints.updateOne({ project_id: shop.id }, { $set: { url: receiver.url } });
    const variables = { ...installation.variables, WEBHOOK_ALLOWED_SUBNETS: '127.0.0.0/8' };
    const page = after
      .replaceAll('whe_...', id)
      .replace(/--since \S+/, `--since ${new Date(Date.now() - 60_000).toISOString()}`);
    for (const words of commandsIn(page)) await galley({ ...installation, variables }, words);

    expect((await receiver.got(1))[0]?.body.event).toBe('webhook.test');
    expect(await stored()).toMatchObject({ enabled: true, events: ['content.*', 'release.published'] });
  });
});
