import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { builtDashboard } from '../../../../src/dashboard/site/service.ts';
import { buildDashboard } from '../../../../dev/server/dashboard-build.ts';

const text = /\.(?:js|css|html|svg)$/;

/** What travels for one file: text is compressed, fonts are already. */
async function travelBytes(path: string): Promise<number> {
  const bytes = await readFile(path);
  return text.test(path) ? gzipSync(bytes, { level: 9 }).length : bytes.length;
}

/** Files that the browser fetches before it shows anything: what the page names, and what that imports at once. */
async function firstLoad(): Promise<Set<string>> {
  const found = new Set(['index.html']);
  for (const name of found) {
    const content = text.test(name) ? await readFile(join(builtDashboard, name), 'utf8') : '';
    const named = [
      ...content.matchAll(/(?:src|href)="\/dashboard\/(assets\/[\w.-]+)"/g),
      ...content.matchAll(/(?:from|^import|;import)\s*"\.\/([\w.-]+\.js)"/g),
      ...content.matchAll(/url\(\/dashboard\/(assets\/[\w.-]+)\)/g),
    ];
    for (const [, file = ''] of named) found.add(file.startsWith('assets/') ? file : `assets/${file}`);
  }
  return found;
}

describe('the built dashboard', () => {
  beforeAll(async () => {
    const failures: string[] = [];
    await (
      await buildDashboard((line) => failures.push(line))
    )?.done;
    expect(failures).toEqual([]);
  });

  it('loads less than 300 kB before it shows something, fonts and styles included', async () => {
    const files = [...(await firstLoad())];
    const bytes = await Promise.all(files.map((file) => travelBytes(join(builtDashboard, file))));
    const total = bytes.reduce((sum, one) => sum + one, 0);

    expect(files.filter((file) => file.endsWith('.js')).length).toBeGreaterThan(0);
    expect(files.filter((file) => file.endsWith('.woff2')).length).toBeGreaterThan(0);
    expect(total).toBeGreaterThan(50_000);
    expect(total).toBeLessThan(300_000);
  });

  it('has no inline script and no inline style, which its Content-Security-Policy would refuse', async () => {
    const page = await readFile(join(builtDashboard, 'index.html'), 'utf8');

    expect(page).not.toMatch(/<script(?![^>]*\ssrc=)/);
    expect(page).not.toMatch(/<style|\sstyle=|\son\w+=/);
  });

  it('names no foreign host in its page', async () => {
    const page = await readFile(join(builtDashboard, 'index.html'), 'utf8');

    expect(page.match(/https?:\/\//g)).toBeNull();
  });
});
