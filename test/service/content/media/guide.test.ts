import { copyFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { pasteGuide } from '../../../support/guide.ts';
import { startMediaService } from '../../../support/media.ts';
import { inRepository } from '../../../support/program.ts';

const { service } = await startMediaService();

it('docs/model/media.md has requests that upload a file when pasted one after another', async () => {
  const project = await service.newProject();
  const folder = await mkdtemp(join(tmpdir(), 'galley-guide-'));
  const picture = join(folder, 'cover.png');
  try {
    await copyFile(inRepository('seeds/images/plover.png'), picture);

    await pasteGuide('model/media.md', service, project, folder);

    const { data } = (await project.secret.get('/v1/media')).body;
    expect(data).toMatchObject([
      { file_name: 'cover.png', status: 'ready', alt: 'A harbour at dusk', width: 600, height: 600 },
    ]);
    const served = await fetch(data[0].url as string);
    expect(served.headers.get('Content-Type')).toBe('image/png');
    expect(Buffer.from(await served.arrayBuffer())).toEqual(await readFile(picture));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
