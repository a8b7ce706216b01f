import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it, vi } from 'vitest';
import { parse } from 'yaml';
import { cleanup } from '../../support/cleanup.ts';
import { inRepository } from '../../support/program.ts';
import { startService, testVariables } from '../../support/service.ts';

vi.setConfig({ testTimeout: 60_000 });

interface WorkflowStep {
  name?: string;
  uses?: string;
  run?: string;
}
interface Workflow {
  on: unknown;
  jobs: Record<string, { 'runs-on': string; env: Record<string, string>; steps: WorkflowStep[] }>;
}

function readJob(file: string, name: string) {
  const text = readFileSync(inRepository(`deploy/github-actions/${file}`), 'utf8');
  const job = (parse(text) as Workflow).jobs[name];
  if (job === undefined) throw new Error(`${file} has no job ${name}`);
  return { ...job, scriptOf: (step: string) => job.steps.find((one) => one.name === step)?.run ?? '' };
}

const MONGODB_DB = `t_${randomUUID().slice(0, 13)}`;
const service = await startService({ MONGODB_DB });
const settings = testVariables({ MONGODB_DB });

/** The settings that the job names as secrets, and the database of this test. */
function settingsOf(names: readonly string[]): Record<string, string> {
  return { ...Object.fromEntries(names.map((name) => [name, settings[name] ?? ''])), MONGODB_DB };
}

/** A folder whose `galley` and `npx` run the command line of this repository. */
async function newWorkspace(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'galley-workflow-'));
  cleanup(() => rm(folder, { recursive: true, force: true }));
  const command = `exec ${process.execPath} ${inRepository('bin/galley.js')}`;
  await writeFile(join(folder, 'galley'), `#!/bin/sh\n${command} "$@"\n`, { mode: 0o755 });
  await writeFile(join(folder, 'npx'), `#!/bin/sh\nshift 2\n${command} "$@"\n`, { mode: 0o755 });
  return folder;
}

/** Runs a step as GitHub does with `shell: bash`. Throws if it fails. */
async function runStep(script: string, folder: string, env: Readonly<Record<string, string>>) {
  const { stdout } = await promisify(execFile)(
    'bash',
    ['--noprofile', '--norc', '-eo', 'pipefail', '-c', script],
    {
      cwd: folder,
      env: { ...env, HOME: folder, PATH: `${folder}:${process.env['PATH']}` },
    },
  );
  return stdout;
}

describe('deploy/github-actions/schema.yml', () => {
  const job = readJob('schema.yml', 'schema');
  const jobSettings = settingsOf(Object.keys(job.env).filter((name) => job.env[name]?.includes('secrets.')));

  it('shows what a push would change, changes the project, and then shows nothing', async () => {
    const project = await service.newProject();
    const folder = await newWorkspace();
    const env = { ...jobSettings, PROJECT: project.id };
    const page = { slug: 'page', kind: 'collection', fields: [{ key: 'title', type: 'string' }] };
    await writeFile(join(folder, 'schema.json'), JSON.stringify({ content_types: [page] }));

    expect(await runStep(job.scriptOf('Show the changes'), folder, env)).toContain('page');
    await runStep(job.scriptOf('Change the project'), folder, env);

    expect((await project.secret.get('/v1/schema/content-types/page')).status).toBe(200);
    expect(await runStep(job.scriptOf('Show the changes'), folder, env)).not.toContain('page');
  });

  it('fails if the file is not valid', async () => {
    const folder = await newWorkspace();
    await writeFile(join(folder, 'schema.json'), '{');
    const { id } = await service.newProject();

    await expect(
      runStep(job.scriptOf('Show the changes'), folder, { ...jobSettings, PROJECT: id }),
    ).rejects.toThrow();
  });
});

describe('deploy/github-actions/site-test.yml', () => {
  const job = readJob('site-test.yml', 'test');

  it('creates a key and passes it to the steps after it', async () => {
    const project = await service.newProject();
    const folder = await newWorkspace();
    const GITHUB_ENV = join(folder, 'github-env');

    await runStep(job.scriptOf('Create a key').replace('--project Demo', `--project ${project.id}`), folder, {
      ...settingsOf(['MONGODB_URI', 'APP_SECRET']),
      GITHUB_ENV,
    });

    const [, key = ''] = /^GALLEY_KEY=(pk_\w+)$/m.exec(await readFile(GITHUB_ENV, 'utf8')) ?? [];
    const answer = await fetch(`${service.url}/v1/ping`, { headers: { Authorization: `Bearer ${key}` } });
    expect(answer.status).toBe(200);
  });

  it('waits for the address at which the site reads', () => {
    expect(job.scriptOf('Start Galley')).toContain('"$GALLEY_URL/readyz"');
    expect(job.env['GALLEY_URL']).toBe('http://localhost:3000');
  });
});
