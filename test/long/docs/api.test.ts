import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { runCommand } from '../../../src/cli/program.ts';
import { pluck } from '../../support/content.ts';
import { galleyCommands, guideBlocks } from '../../support/guide.ts';
import { isInstalled } from '../../support/proxies.ts';
import type { TestProject } from '../../support/service.ts';
import { newInstallation } from '../../support/transfer/installations.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 }); // the demo has hundreds of writes

const installation = await newInstallation();
const shells = [
  { shell: 'bash', flags: ['-c'] },
  { shell: 'zsh', flags: ['-f', '-i', '-c'] }, // as at the prompt on macOS, where a comment is a command
].filter(({ shell }) => shell === 'bash' || isInstalled(shell));

/** A project with the demo content. */
async function newDemo(): Promise<TestProject> {
  const project = await installation.newProject();
  await runCommand(['seed', '--project', project.id, 'custom'], installation.variables, '.');
  return project;
}

/** A shell and the project to which it sends the requests of the pages. */
interface Prompt {
  shell: string;
  flags: string[];
  project: TestProject;
}

/** Pastes the blocks of a page one after another and returns what they print. The first one only has the keys. */
async function paste([, ...blocks]: string[], { shell, flags, project }: Prompt): Promise<string> {
  const { secret, publishable } = project;
  const keys = { BASE: installation.url, KEY: secret.token, PUBLIC: publishable.token };
  const env = { ...process.env, ...keys };
  const script = blocks.filter((block) => galleyCommands(block) === null && !block.startsWith('export '));
  const { stdout } = await promisify(execFile)(shell, [...flags, `set -e\n${script.join('\n')}`], { env });
  return stdout;
}

describe.each(shells)('pasted into $shell', (shell) => {
  let prompt: Prompt;
  beforeAll(async () => {
    prompt = { ...shell, project: await newDemo() };
  });

  it('docs/api/authentication.md shows the project of the key', async () => {
    expect(await paste(guideBlocks('api/authentication.md', 'sh'), prompt)).toContain(
      `"id":"${prompt.project.id}"`,
    );
  });

  it('docs/api/lists.md prints what it says', async () => {
    const printed = await paste(guideBlocks('api/lists.md', 'sh'), prompt);
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
    const printed = await paste(guideBlocks('api/writing.md', 'sh'), prompt);

    expect(printed).toContain('"seats":30');
    expect(printed).toContain('"field_removed"');
    const ids = [
      ...printed.matchAll(/"id":"(ent_\w+)","status":"draft","values":\{"title":"Night flight","slug":"n/g),
    ];
    expect(new Set(ids.map(([, id]) => id)).size).toBe(1);
    expect(ids).toHaveLength(2);
    const { body } = await prompt.project.secret.get('/v1/content/event');
    expect(body.data).toEqual([]);
  });

  it('docs/api/errors.md shows the errors of its examples', async () => {
    const printed = await paste(guideBlocks('api/errors.md', 'sh'), prompt);

    for (const code of [
      'unknown_filter_field',
      'missing_required_field',
      'invalid_field_value',
      'unknown_field',
    ])
      expect(printed).toContain(`"code":"${code}"`);
  });

  it('docs/api/rate-limits.md shows the headers of a budget', async () => {
    const printed = await paste(guideBlocks('api/rate-limits.md', 'sh'), prompt);

    expect(
      printed
        .trim()
        .split('\n')
        .map((line) => line.split(':')[0]),
    ).toEqual(['X-RateLimit-Limit-read', 'X-RateLimit-Remaining-read', 'X-RateLimit-Reset-read']);
  });
});

it('docs/api/errors.md has functions that return content, null for what is not there, and errors by code', async () => {
  const { publishable } = await newDemo();
  const [request = '', orNull = ''] = guideBlocks('api/errors.md', 'js');
  const check = `
    console.log((await galley('/v1/content/product?limit=1')).data.length);
    console.log(await articleOrNull('no-such-article'));
    console.log(await galley('/v1/content/nothing').catch(({ code }) => code));`;

  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '-e', request + orNull + check],
    {
      env: { ...process.env, GALLEY_URL: installation.url, GALLEY_KEY: publishable.token },
    },
  );

  expect(stdout.trim().split('\n')).toEqual(['1', 'null', 'unknown_content_type']);
});
