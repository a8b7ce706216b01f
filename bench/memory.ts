import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openInstallation, report } from './installation.ts';

// The largest memory of commands that import, export, copy and convert: `npm run bench:memory [-- 10000]`

const count = Number(process.argv[2] ?? 10_000);
/** The bound of a command: 200 MB and 200 bytes an item. */
const mostMb = 200 + (count * 200) / 1e6;
const program = fileURLToPath(new URL('../bin/galley.js', import.meta.url));
const installation = await openInstallation();
const folder = await mkdtemp(join(tmpdir(), 'galley-memory-'));
const { projectId, variables, send } = installation;

/** Runs a command to its end. @returns the largest memory of its process, in MB */
async function peakMb(...args: string[]): Promise<number> {
  const child = spawn(process.execPath, [program, ...args, '--json'], {
    env: { PATH: process.env['PATH'], ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [peak, output] = [0, ''];
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text: Buffer) => (output = (output + text.toString()).slice(-2_000)));
  const ended = new Promise<number | null>((resolve) => child.on('exit', resolve));
  const sample = setInterval(() => {
    void readFile(`/proc/${child.pid ?? 0}/status`, 'utf8')
      .then((text) => (peak = Math.max(peak, Number(/^VmHWM:\s+(\d+)/m.exec(text)?.[1] ?? 0) / 1024)))
      .catch(() => undefined); // the process has ended
  }, 20);
  const code = await ended;
  clearInterval(sample);
  if (code !== 0) throw new Error(`galley ${args.join(' ')} ended with ${String(code)}:\n${output}`);
  return peak;
}

const sentence = 'Some words of a page, with **bold ones** and [a link](https://example.com/). ';
const text = sentence.repeat(14);

async function writeTable(): Promise<string> {
  const path = join(folder, 'table.csv');
  const rows = Array.from({ length: count }, (_, i) => `p-${i},Page ${i},"${text}"`);
  await writeFile(path, ['code,title,body', ...rows, ''].join('\n'));
  return path;
}

async function writeMarkdown(): Promise<string> {
  const path = join(folder, 'markdown');
  await mkdir(path);
  for (let i = 0; i < count; i += 1)
    await writeFile(join(path, `page-${i}.md`), `---\ntitle: Page ${i}\ndate: 2020-01-01\n---\n\n${text}\n`);
  return path;
}

async function writeWordPress(): Promise<string> {
  const path = join(folder, 'site.xml');
  const item = (i: number) =>
    `<item><title>Page ${i}</title><link>https://old.example.com/p-${i}</link><content:encoded><![CDATA[<p>${text}</p>]]></content:encoded><wp:post_id>${i + 1}</wp:post_id><wp:post_date_gmt>2020-01-01 10:00:00</wp:post_date_gmt><wp:post_name>p-${i}</wp:post_name><wp:status>publish</wp:status><wp:post_type>post</wp:post_type></item>`;
  const head = `<?xml version="1.0"?><rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:wp="http://wordpress.org/export/1.2/"><channel><wp:wxr_version>1.2</wp:wxr_version><link>https://old.example.com</link>`;
  const items = Array.from({ length: count }, (_, i) => item(i));
  await writeFile(path, `${head}${items.join('\n')}</channel></rss>`);
  return path;
}

try {
  await send('PUT', '/v1/schema/content-types/page', {
    fields: [
      { key: 'code', type: 'string', options: { unique: true } },
      { key: 'title', type: 'string' },
      { key: 'body', type: 'richtext' },
    ],
  });
  const project = ['--project', projectId];
  const [table, exported, bundle] = [await writeTable(), join(folder, 'export'), join(folder, 'bundle')];
  const figures: [string, number][] = [
    ['import of a table', await peakMb('import', ...project, '--type', 'page', '--csv', table)],
    ['export of a table', await peakMb('export', ...project, '--type', 'page', '--csv', `${table}.out`)],
    ['export of the project', await peakMb('export', ...project, '--out', exported, '--history')],
    ['copy of the project', await peakMb('project', 'copy', ...project, '--name', 'Copy')],
    ['convert markdown', await peakMb('convert', 'markdown', await writeMarkdown(), '--out', bundle)],
    [
      'convert wordpress',
      await peakMb('convert', 'wordpress', await writeWordPress(), '--out', `${bundle}-wp`),
    ],
    ['load', await peakMb('load', ...project, '--from', bundle)],
  ];
  report(
    figures.map(([figure, value]) => ({ figure: `${figure}, ${count} items, MB`, value, most: mostMb })),
  );
} finally {
  await rm(folder, { recursive: true, force: true });
  await installation.stop();
}
