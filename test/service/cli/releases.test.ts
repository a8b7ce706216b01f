import { describe, expect, it } from 'vitest';
import { expectDone } from '../../support/content.ts';
import { startCommands } from '../../support/command-line.ts';

const { galley, service, env } = await startCommands();
const { S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY, S3_SECRET_KEY } = service.app.config;
const schedule = (id: string, ...options: string[]) =>
  galley(['release', 'schedule', id, ...options], {
    ...env,
    ...{ S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY, S3_SECRET_KEY },
  });

async function newSpring() {
  const project = await service.newProject();
  const { id } = expectDone(await project.secret.post('/v1/releases', { name: 'Spring' }));
  const read = async () => (await project.secret.get(`/v1/releases/${id}`)).body;
  return { id: id as string, project, read };
}

describe('galley release schedule', () => {
  it('sets the promotion date of a release, and removes it', async () => {
    const { id, read } = await newSpring();
    const at = new Date(Date.now() + 3_600_000).toISOString();

    const dated = await schedule(id, '--at', at, '--if-diverged', 'refuse');
    const stored = await read();
    const removed = await schedule(id, '--at', 'never');

    expect(dated).toMatchObject({ exitCode: 0, body: { id, promote_at: at } });
    expect(stored.promote_at).toBe(at);
    expect(removed.exitCode).toBe(0);
    expect(await read()).not.toHaveProperty('promote_at');
  });

  it('rejects past dates, the default release and unknown ones', async () => {
    const { id, project } = await newSpring();
    const at = new Date(Date.now() + 3_600_000).toISOString();
    const codeOf = async (...args: Parameters<typeof schedule>) => (await schedule(...args)).body.error.code;

    expect(await codeOf(id, '--at', '2020-01-01')).toBe('invalid_field_value');
    expect(await codeOf(project.releaseId, '--at', at)).toBe('release_is_default');
    expect(await codeOf('rel_nothing', '--at', at)).toBe('unknown_release');
    expect((await schedule(id, '--at', at, '--if-diverged', 'never')).exitCode).not.toBe(0);
  });
});
