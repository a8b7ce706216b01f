import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it, vi } from 'vitest';
import { runCommand } from '../../../src/cli/program.ts';
import { pluck } from '../../support/content.ts';
import { galleyCommands, guideBlocks } from '../../support/guide.ts';
import { isInstalled } from '../../support/proxies.ts';
import { newInstallation } from '../../support/transfer/installations.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 }); // the demo has hundreds of writes

const installation = await newInstallation();
const project = await installation.newProject();
await runCommand(['seed', '--project', project.id, 'custom'], installation.variables, '.');

const shells = [
  { shell: 'bash', flags: ['-c'] },
  { shell: 'zsh', flags: ['-f', '-i', '-c'] }, // as at the prompt on macOS, where a comment is a command
].filter(({ shell }) => shell === 'bash' || isInstalled(shell));

const env = {
  ...process.env,
  BASE: installation.url,
  KEY: project.secret.token,
  PUBLIC: project.publishable.token,
};

/** Pastes the blocks of a page one after another and returns what they print. The first one only has the keys. */
async function paste([, ...blocks]: string[], { shell, flags }: (typeof shells)[number]): Promise<string> {
  const script = blocks.filter((block) => galleyCommands(block) === null && !block.startsWith('export '));
  const { stdout } = await promisify(execFile)(shell, [...flags, `set -e\n${script.join('\n')}`], { env });
  return stdout;
}

describe.each(shells)('pasted into $shell', (shell) => {
  it('docs/api/authentication.md shows the project of the key', async () => {
    expect(await paste(guideBlocks('api/authentication.md', 'sh'), shell)).toContain(`"id":"${project.id}"`);
  });

  it('docs/api/lists.md prints what it says', async () => {
    const printed = await paste(guideBlocks('api/lists.md', 'sh'), shell);
    const [sorted = '', bySlug = ''] = printed.split('\n');

    const valuesIn = (list: string) => pluck((JSON.parse(list) as { data: object[] }).data, 'values');
    expect(valuesIn(sorted)).toEqual([
      { name: 'Shearwater', price: 265 },
      { name: 'Redshank', price: 214 },
    ]);
    expect(valuesIn(bySlug)).toHaveLength(1);
    expect(printed).not.toContain('"data":[]');
    expect(printed.split('\n').filter((line) => /^[A-Z]/.test(line)).length).toBeGreaterThan(10); // the loop
  });

  it('docs/api/writing.md creates, changes, repeats and deletes', async () => {
    const printed = await paste(guideBlocks('api/writing.md', 'sh'), shell);

    expect(printed).toContain('"seats":30');
    expect(printed).toContain('"field_removed"');
    const ids = [
      ...printed.matchAll(/"id":"(ent_\w+)","status":"draft","values":\{"title":"Night flight","slug":"n/g),
    ];
    expect(new Set(ids.map(([, id]) => id)).size).toBe(1);
    expect(ids).toHaveLength(2);
    const { body } = await project.secret.get('/v1/content/event');
    expect(body.data).toEqual([]);
  });

  it('docs/api/errors.md shows the errors of its examples', async () => {
    const printed = await paste(guideBlocks('api/errors.md', 'sh'), shell);

    for (const code of [
      'unknown_filter_field',
      'missing_required_field',
      'invalid_field_value',
      'unknown_field',
    ])
      expect(printed).toContain(`"code":"${code}"`);
  });

  it('docs/api/rate-limits.md shows the headers of a budget', async () => {
    const printed = await paste(guideBlocks('api/rate-limits.md', 'sh'), shell);

    expect(
      printed
        .trim()
        .split('\n')
        .map((line) => line.split(':')[0]),
    ).toEqual(['X-RateLimit-Limit-read', 'X-RateLimit-Remaining-read', 'X-RateLimit-Reset-read']);
  });
});

it('docs/api/errors.md has functions that return content, null for what is not there, and errors by code', async () => {
  const [request = '', orNull = ''] = guideBlocks('api/errors.md', 'js');
  const check = `
    console.log((await galley('/v1/content/product?limit=1')).data.length);
    console.log(await articleOrNull('no-such-article'));
    console.log(await galley('/v1/content/nothing').catch(({ code }) => code));`;

  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '-e', request + orNull + check],
    {
      env: { ...process.env, GALLEY_URL: installation.url, GALLEY_KEY: project.publishable.token },
    },
  );

  expect(stdout.trim().split('\n')).toEqual(['1', 'null', 'unknown_content_type']);
});
