import { execFile } from 'node:child_process';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { guideBlocks } from '../../../test/support/guide.ts';
import { inRepository } from '../../../test/support/program.ts';
import { buildPackage } from './built-package.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 }); // the compiler starts slowly on a busy machine

const [elements = ''] = guideBlocks('build/client.md', 'js');
const folder = await mkdtemp(join(tmpdir(), 'galley-elements-'));
afterAll(() => rm(folder, { recursive: true }));

beforeAll(async () => {
  await buildPackage(join(folder, 'node_modules/galley-client'));
  for (const name of ['react', 'react-dom', 'scheduler'])
    await symlink(inRepository(`node_modules/${name}`), join(folder, 'node_modules', name));
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
});

it('docs/build/client.md makes elements of React of a rich text', async () => {
  const url = '/v1/blog/articles/the-gauge';
  const marks = [{ type: 'link', attrs: { ref: { type: 'blog_article', id: 'art_1' }, url } }];
  const content = [{ type: 'paragraph', content: [{ type: 'text', text: 'it', marks }] }];
  const article = { body: { json: { content } } };
  const program = `import { renderToStaticMarkup } from 'react-dom/server';
${elements.replace('const target', `const article = ${JSON.stringify(article)};\nconst target`)}
console.log(renderToStaticMarkup(page));`;
  await writeFile(join(folder, 'elements.js'), program);

  const { stdout } = await promisify(execFile)(process.execPath, [join(folder, 'elements.js')]);

  expect(stdout).toBe('<p><a href="/blog/the-gauge">it</a></p>\n');
});
