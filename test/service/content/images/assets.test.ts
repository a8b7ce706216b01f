import { describe, expect, it } from 'vitest';
import { signedIn } from '../../../support/dashboard.ts';
import { newAsset, newUpload, png, startMediaService } from '../../../support/media.ts';
import { toldBy } from '../../../support/delivery/holding.ts';

const { service } = await startMediaService();
const placeholder = '1QcSHQRnh493V4dIh4eXh1h4kJUI';
const focal_point = { x: 0.25, y: 1 };

describe('focal point and placeholder of an asset', () => {
  it('are taken in step 1, and served once they were sent', async () => {
    const { secret } = await service.newProject();

    const { body } = await secret.post('/v1/media/uploads', { ...png, focal_point, placeholder });

    expect(body.media).toMatchObject({ focal_point, placeholder });
    const plain = await secret.get(`/v1/media/${await newAsset(secret)}`);
    expect(plain.text).not.toMatch(/focal_point|placeholder|srcset/);
  });

  it('are taken in step 3, over what step 1 said', async () => {
    const { secret } = await service.newProject();
    const id = await newUpload(secret, { focal_point: { x: 0, y: 0 }, placeholder });

    const { body } = await secret.post(`/v1/media/uploads/${id}/confirm`, { focal_point, placeholder: null });

    expect(body).toMatchObject({ status: 'ready', focal_point, placeholder: null });
  });

  it('are changed and cleared by PATCH, each by itself', async () => {
    const { secret } = await service.newProject();
    const id = await newAsset(secret, { focal_point, placeholder });

    const moved = await secret.patch(`/v1/media/${id}`, { focal_point: { x: 0.5, y: 0.5 } });
    const cleared = await secret.patch(`/v1/media/${id}`, { focal_point: null });

    expect(moved.body).toMatchObject({ focal_point: { x: 0.5, y: 0.5 }, placeholder, revision: 3 });
    expect(cleared.body).toMatchObject({ focal_point: null, placeholder, revision: 4 });
  });

  it('tell the event of a change and its tag, and nothing when nothing changes', async () => {
    const project = await service.newProject();
    const id = await newAsset(project.secret, { focal_point });
    const same = await project.secret.patch(`/v1/media/${id}`, { focal_point, placeholder: null });
    expect(same.body.revision).toBe(2);
    expect(await project.events()).toEqual([]);

    const told = await toldBy(project, () =>
      project.secret.patch(`/v1/media/${id}`, { focal_point: { x: 1, y: 0 } }),
    );

    expect(await project.events()).toEqual(['media.asset.updated']);
    expect(told).toContain(id);
  });

  it('are refused with the revision that If-Match does not name', async () => {
    const { secret } = await service.newProject();
    const id = await newAsset(secret);

    const { status, body } = await secret.patch(`/v1/media/${id}`, { focal_point }, { 'If-Match': '"1"' });

    expect([status, body.error.code, body.error.current_revision]).toEqual([409, 'revision_conflict', 2]);
  });

  it.each([
    ['focal_point', { x: 0.5 }],
    ['focal_point', { x: -0.1, y: 0 }],
    ['focal_point', { x: 0, y: 1.1 }],
    ['focal_point', { x: '0', y: 0 }],
    ['focal_point', { x: 0, y: 0, z: 0 }],
    ['focal_point', [0, 0]],
    ['placeholder', ''],
    ['placeholder', 'not base64!'],
    ['placeholder', 'abc'],
    ['placeholder', 'A'.repeat(68)],
    ['placeholder', 7],
  ])('are refused by name when they have another form: %s %o', async (key, value) => {
    const { secret } = await service.newProject();
    const id = await newAsset(secret);

    const { status, body } = await secret.patch(`/v1/media/${id}`, { [key]: value });

    expect(status).toBe(400);
    expect(body.error.param).toMatch(new RegExp(`^${key}`));
    expect(body.error.message).toMatch(/from 0 |x and y|"y"|"z"|base64/);
  });

  it('go with the file that is replaced, unless the upload has its own', async () => {
    const project = await service.newProject();
    const editor = await signedIn(service, project.id, 'editor');
    const replace = async (id: string, more: object) => {
      const upload_id = await newUpload(project.secret, more);
      return (await editor.send('POST', `/projects/${project.id}/media/${id}/replace`, { upload_id })).body;
    };
    const id = await newAsset(project.secret, { focal_point, placeholder });

    expect(await replace(id, {})).toMatchObject({ focal_point: null, placeholder: null });
    expect(await replace(id, { focal_point })).toMatchObject({ focal_point, placeholder: null });
    expect(await replace(await newAsset(project.secret), {})).not.toHaveProperty('focal_point');
  });
});
