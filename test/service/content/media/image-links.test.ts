import { describe, expect, it } from 'vitest';
import { newAsset, newUpload, startMediaService } from '../../../support/media.ts';
import { useImageEverywhere } from '../../../support/image-uses.ts';
import { type TestProject } from '../../../support/service.ts';

const { service } = await startMediaService();

describe('what content may point at', () => {
  it.each<[string, (project: TestProject) => Promise<string>]>([
    ['a pending asset', ({ secret }) => newUpload(secret)],
    [
      'a failed asset',
      async ({ secret }) => {
        const { body } = await secret.post('/v1/media/uploads', {
          file_name: 'a.png',
          content_type: 'image/png',
          size_bytes: 5,
        });
        await secret.post(`/v1/media/uploads/${body.media.id}/confirm`);
        return body.media.id;
      },
    ],
    ['an asset of another project', async () => newAsset((await service.newProject()).secret)],
    ['no asset', async () => 'med_00000000000000000000000000'],
  ])('is not %s, in any field', async (_, make) => {
    const project = await service.newProject();
    const { secret } = project;
    const places = await useImageEverywhere(project, await newAsset(secret));
    const pathOf = (name: string) => places.find((place) => place.name === name)?.path ?? '';
    const id = await make(project);
    const document = { version: 2, content: [{ type: 'image', attrs: { media_id: id } }] };
    const at = 'content[0].attrs.media_id';
    const article = [
      [{ featured_image_id: id }, 'featured_image_id'],
      [{ seo: { og_image_id: id } }, 'seo.og_image_id'],
      [{ body: document }, `body.${at}`],
    ] as const;
    const named = [
      [{ image_id: id }, 'image_id'],
      [{ seo: { og_image_id: id } }, 'seo.og_image_id'],
    ] as const;
    const writes: [string, object, string][] = [
      [pathOf('an image field'), { values: { cover: id } }, 'cover'],
      [pathOf('an image field'), { values: { pictures: [id] } }, 'pictures'],
      [pathOf('an image field'), { values: { text: document } }, `text.${at}`],
      [pathOf('an author'), { avatar_id: id }, 'avatar_id'],
      ...named.map(([body, param]): [string, object, string] => [pathOf('a category'), body, param]),
      ...named.map(([body, param]): [string, object, string] => [pathOf('a collection'), body, param]),
      ...article.map(([body, param]): [string, object, string] => [
        pathOf('/v1/blog/articles, featured'),
        body,
        param,
      ]),
      ...article.map(([body, param]): [string, object, string] => [
        pathOf('/v1/kb/articles, featured'),
        body,
        param,
      ]),
    ];

    for (const [path, body, param] of writes)
      expect([path, await secret.patch(path, body)]).toMatchObject([
        path,
        { status: 400, body: { error: { code: 'unknown_link', param, expected: 'media', got: 'nothing' } } },
      ]);
  });

  it('is not the read form of a picture, nor the id of something else', async () => {
    const project = await service.newProject();
    const image = await newAsset(project.secret);
    const places = await useImageEverywhere(project, image);
    const path = places[0]?.path ?? '';
    const entryId = path.split('/').at(-1);
    const { cover } = (await project.publishable.get(path)).body.values;

    expect(await project.secret.patch(path, { values: { cover } })).toMatchObject({
      status: 400,
      body: { error: { code: 'invalid_field_value', param: 'cover' } },
    });
    expect(await project.secret.patch(path, { values: { cover: entryId } })).toMatchObject({
      status: 400,
      body: { error: { code: 'unknown_link', param: 'cover', expected: 'media', got: 'entry' } },
    });
  });
});
