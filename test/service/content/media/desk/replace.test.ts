import { beforeEach, describe, expect, it } from 'vitest';
import { type DashboardClient, signedIn } from '../../../../support/dashboard.ts';
import { newAsset, newUpload, startMediaService } from '../../../../support/media.ts';
import type { TestProject } from '../../../../support/service.ts';

const { service } = await startMediaService();

let project: TestProject;
let editor: DashboardClient;
beforeEach(async () => {
  project = await service.newProject();
  editor = await signedIn(service, project.id, 'editor');
});

const replace = (id: string, body: object) =>
  editor.send('POST', `/projects/${project.id}/media/${id}/replace`, body);
const upload = (file_name: string) => newUpload(project.secret, { file_name });

describe('replacing the file of an asset', () => {
  it('keeps its name, and changes its address', async () => {
    const id = await newAsset(project.secret, { file_name: 'portrait.png', alt: 'Jory' });
    const before = (await project.secret.get(`/v1/media/${id}`)).body;

    const { status, body } = await replace(id, { upload_id: await upload('pic8.png') });

    expect([status, body.file_name, body.alt, body.id]).toEqual([200, 'portrait.png', 'Jory', id]);
    expect(body.url).not.toBe(before.url);
    expect((await fetch(before.url as string)).status).not.toBe(200);
  });

  it('takes the name that is sent, and refuses one that is none', async () => {
    const id = await newAsset(project.secret, { file_name: 'portrait.png' });
    const upload_id = await upload('pic8.png');

    const refused = await replace(id, { upload_id, file_name: 'a/b.png' });
    expect([refused.status, refused.body.error.code]).toEqual([400, 'invalid_file_name']);

    expect((await replace(id, { upload_id, file_name: 'pic8.png' })).body.file_name).toBe('pic8.png');
  });

  it('does not know uploads of other projects, nor files that are assets already', async () => {
    const foreign = await newUpload((await service.newProject()).secret);
    const [id, other] = [await newAsset(project.secret), await newAsset(project.secret)];

    expect((await replace(id, { upload_id: foreign })).body.error.code).toBe('unknown_media');
    expect((await replace(id, { upload_id: other })).body.error.code).toBe('invalid_field_value');
  });
});
