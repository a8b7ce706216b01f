import { execFile } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { inRepository } from '../support/program.ts';

const folder = inRepository('docs/screenshots');
const pictures = readdirSync(folder);

it('every picture is compressed: `node tools/compress-pictures.mjs`', () => {
  const large = pictures.filter((name) => statSync(`${folder}/${name}`).size > 150 * 1024);
  const plain = pictures.filter((name) => readFileSync(`${folder}/${name}`)[25] !== 3); // a PNG's colour type
  expect(pictures.length).toBeGreaterThan(40);
  expect({ large, plain }).toEqual({ large: [], plain: [] });
});

it('the npm package has the pages of the guide, and no picture', async () => {
  const { stdout } = await promisify(execFile)('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
    cwd: inRepository('.'),
    maxBuffer: 64 * 1024 * 1024,
  });
  const [{ files }] = JSON.parse(stdout) as [{ files: { path: string }[] }];
  const docs = files.map(({ path }) => path).filter((path) => path.startsWith('docs/'));
  expect(docs).toContain('docs/quick-start.md');
  expect(docs.filter((path) => !path.endsWith('.md'))).toEqual([]);
});

it('the image leaves the pictures out', () => {
  const left = readFileSync(inRepository('.dockerignore'), 'utf8').split('\n');
  expect(left).toContain('docs/screenshots');
});
