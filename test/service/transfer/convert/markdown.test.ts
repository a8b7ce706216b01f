import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { pictureFile } from '../../../support/picture-files.ts';
import { newFolder, newInstallation } from '../../../support/transfer/installations.ts';
import { convert } from '../../../support/transfer/convert/run-convert.ts';

vi.setConfig({ testTimeout: 120_000 });

const installation = await newInstallation();

it.each(['blog', 'kb', 'page'])(
  'loads converted Markdown as %s: states, links, files and redirects',
  async (to) => {
    const project = await installation.newProject();
    const folder = await newFolder();
    await mkdir(join(folder, 'guide'));
    await writeFile(
      join(folder, 'guide/one.md'),
      '---\nimage: boat.png\naliases: /old/one\ndate: 2019-05-02\n---\n# One\n\nSee [two](two.md) ![A boat](boat.png)',
    );
    await writeFile(join(folder, 'guide/two.md'), '# Two\n\nText');
    await writeFile(join(folder, 'guide/draft.md'), '---\ndraft: true\n---\nSecret');
    await writeFile(join(folder, 'guide/boat.png'), pictureFile('plain.png'));

    const { out, body } = await convert('markdown', folder, '--to', to, '--strict');
    const loaded = await installation.galley('load', '--project', project.id, '--from', out);
    const again = await installation.galley('load', '--project', project.id, '--from', out);

    expect(body).toMatchObject({ in: 3, converted: 3, losses: { total: 0 }, words: { lost: 0 } });
    expect(loaded.body).toMatchObject({ total: { failed: 0 }, failed: [], warnings: [] });
    expect(again.body.total).toMatchObject({ created: 0, updated: 0, failed: 0 });
    const path = to === 'page' ? '/v1/content/page' : `/v1/${to}/articles`;
    const items: { slug: string; values?: { path: string; body: { html: string } } }[] = (
      await project.secret.get(path)
    ).body.data;
    const names = items.map(({ slug, values }) => values?.path ?? slug).sort();
    expect(names).toEqual(to === 'page' ? ['/guide/one', '/guide/two'] : ['one', 'two']);
    const one =
      items.find(({ values }) => values?.path === '/guide/one')?.values ??
      (await project.secret.get(`${path}/one`)).body;
    expect(one.body.html).toContain(`data-type="${to === 'page' ? 'entry' : `${to}_article`}"`);
    expect(one.body.html).toContain('alt="A boat"');
    const redirects = (await project.secret.get('/v1/content/redirect')).body.data;
    expect(redirects).toMatchObject([
      { values: { from: '/old/one', to: to === 'page' ? '/guide/one' : null } },
    ]);
  },
);
