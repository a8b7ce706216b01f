import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { runCommand } from '../../src/cli/program.ts';
import { newAsset } from '../support/media.ts';
import { guideBlocks } from '../support/guide.ts';
import { defineType } from '../support/content.ts';
import { type Installation, newFolder, newInstallation } from '../transfer/installations.ts';

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
  const projects = installation.app.system.db.collection<{ _id: string; name: string }>('projects');
  await projects.updateMany({ name: 'Shop' }, { $set: { name: 'Another' } });
  await projects.updateOne({ _id: project.id }, { $set: { name: 'Shop' } });
  return project;
}

describe('the commands of README.md', () => {
  it('make a project with a key and fill it with the demo', async () => {
    const [, composed = ''] = guideBlocks('../README.md', 'sh');

    for (const words of commandsIn(composed)) await galley(installation, words);

    const listed = await installation.galley('project', 'list');
    expect(listed.body.projects).toContainEqual(expect.objectContaining({ name: 'Demo' }));
    expect((await installation.galley('key', 'list', '--project', 'Demo')).body.keys).toHaveLength(1);
  });
});

describe('the commands of docs/backup.md', () => {
  it('bring a project to another installation', async () => {
    const shop = await newShop();
    await defineType(shop, 'page', { title: 'string' });
    await newAsset(shop.secret);
    const other = await newInstallation();
    const [[exporting = [], ...restoring] = []] = guideBlocks('backup.md', 'sh').map(commandsIn);

    await galley(installation, exporting);
    for (const words of restoring) await galley(other, words);

    const types = await other.app.system.db.collection('content_types').distinct('slug');
    expect([types, await other.app.system.db.collection('media').countDocuments()]).toEqual([['page'], 1]);
  });
});

describe('the commands of docs/client.md', () => {
  it('write types and definitions into files, which then do not differ', async () => {
    await defineType(await newShop(), 'page', { title: 'string' });

    const [, ...written] = guideBlocks('client.md', 'sh'); // the first installs the client, which a test of its own does
    for (const words of written.flatMap(commandsIn)) await galley(installation, words);

    for (const file of ['content-types.ts', 'schema.json'])
      expect((await stat(join(folder, file))).size, file).toBeGreaterThan(0);
  });
});

describe('the commands of docs/webhooks.md', () => {
  it('make an endpoint, list it, and enable it again', async () => {
    const shop = await newShop();
    const [making = '', after = ''] = guideBlocks('webhooks.md', 'sh');
    const endpoints = installation.app.system.db.collection('webhook_endpoints');
    const stored = () => endpoints.findOne({ project_id: shop.id });

    for (const words of commandsIn(making)) expect(await galley(installation, words)).toContain('whsec_');
    const id = String((await stored())?._id);
    await runCommand(['webhook', 'disable', id], installation.variables, folder);
    expect((await stored())?.['enabled']).toBe(false);
    for (const words of commandsIn(after.replace('whe_...', id))) await galley(installation, words);

    expect(await stored()).toMatchObject({ enabled: true, events: ['content.*', 'release.published'] });
  });
});
