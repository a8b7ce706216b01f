import { describe, expect, it } from 'vitest';
import { signedIn } from '../../../support/dashboard.ts';
import { expectDone } from '../../../support/content.ts';
import { startMediaService } from '../../../support/media.ts';

const { service } = await startMediaService();

async function owned() {
  const project = await service.newProject();
  const owner = await signedIn(service, project.id, 'owner');
  const send = (method: string, path: string, body?: unknown) =>
    owner.send(method, `/projects/${project.id}/settings${path}`, body);
  return { project, send };
}

const dayMs = 24 * 60 * 60 * 1000;

describe('the settings of a project', () => {
  it('are its name, its review interval and its preview URL; private media is fixed', async () => {
    const { project, send } = await owned();
    const preview_url = 'https://site.example/preview?type={type}&slug={slug}&id={id}&token={token}';

    const changed = await send('PATCH', '', { name: 'New name', preview_url });

    expect(changed.body).toEqual({
      id: project.id,
      name: 'New name',
      private_media: false,
      review_interval_days: 180,
      preview_url,
      link_patterns: {},
      cdn: { profile: 'off', max_age_seconds: 3600, stale_seconds: 60 },
      keep_key_deletions: true,
      publish_approval: 'off',
      is_template: false,
    });
    expect((await send('GET', '')).body).toEqual(changed.body);
    expect((await project.secret.get('/v1/introspection')).body.project.name).toBe('New name');
    expect((await send('PATCH', '', { preview_url: null })).body.preview_url).toBeNull();
  });

  it('date the reviews of articles anew that say nothing themselves', async () => {
    const { project, send } = await owned();
    const make = (path: string, body: object) => project.secret.post(`/v1/kb/${path}`, body).then(expectDone);
    const { id: collection } = (await make('collections', { title: 'Help' })) as { id: string };
    await make('articles', { title: 'Follows', collection, publish: true });
    await make('articles', { title: 'Own', collection, review_interval_days: 7, publish: true });
    const days = async (slug: string) => {
      const { review_due_at, updated_at } = (await project.secret.get(`/v1/kb/articles/${slug}`)).body;
      return (Date.parse(review_due_at) - Date.parse(updated_at)) / dayMs;
    };
    expect([await days('follows'), await days('own')]).toEqual([180, 7]);

    await send('PATCH', '', { review_interval_days: 30 });
    await make('articles', { title: 'Later', collection, publish: true });

    expect([await days('follows'), await days('own'), await days('later')]).toEqual([30, 7, 30]);
    expect((await project.secret.get('/v1/kb/articles/later')).body.review_interval_days).toBe(30);
  });

  it.each([
    [{}, 'nothing_to_update'],
    [{ name: ' ' }, 'invalid_field_value'],
    [{ review_interval_days: 0 }, 'invalid_field_value'],
    [{ preview_url: 'javascript:alert({token})' }, 'invalid_field_value'],
    [{ preview_url: 'https://site.example/{slug}' }, 'invalid_field_value'],
    [{ preview_url: 'https://site.example/{nme}?t={token}' }, 'invalid_field_value'],
    [{ preview_url: 'https://ok.example/\r\nX: 1{token}' }, 'invalid_field_value'],
    [{ preview_url: 'https://evil.example\\@ok.example/{token}' }, 'invalid_field_value'],
    [{ preview_url: 'https://user:word@ok.example/{token}' }, 'invalid_field_value'],
    [{ link_patterns: { entry: 'https://user:word@ok.example/{slug}' } }, 'invalid_field_value'],
    [{ link_patterns: { entry: '/a\\{slug}' } }, 'invalid_field_value'],
    [{ private_media: true }, 'unknown_field'],
    [{ cdn: { profile: 'on' } }, 'invalid_field_value'],
    [{ cdn: { max_age_seconds: 59 } }, 'invalid_field_value'],
    [{ cdn: { stale_seconds: 601 } }, 'invalid_field_value'],
    [{ cdn: { colour: 'red' } }, 'invalid_field_value'],
    [{ keep_key_deletions: 'no' }, 'invalid_field_value'],
  ])('refuse %j with %s', async (body, code) => {
    const { send } = await owned();

    expect((await send('PATCH', '', body)).body.error.code).toBe(code);
  });

  it('test the storage for real', async () => {
    const { send } = await owned();

    expect((await send('POST', '/storage-test')).body).toEqual({ ok: true, message: null });
  });
});
