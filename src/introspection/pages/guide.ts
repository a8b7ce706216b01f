import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import MarkdownIt, { type Token } from 'markdown-it';
import { escapeHtml, fragmentOf } from './html.ts';
import { addressOf, type DocsPage } from './layout.ts';
import { pictureHtml } from './pictures.ts';

/** The files lie two levels up from src/docs/ and dist/docs/ alike. */
const folder = new URL('../../../docs/', import.meta.url);

/** What a newcomer reads first, in this order; the other pages follow by title. */
const opening = [
  'start/quick-start',
  'start/concepts',
  'model/content-types',
  'model/releases',
  'editors/dashboard',
];

/** Folders of docs/ whose pages are served. */
const groups = ['start', 'model', 'build', 'api', 'run', 'security', 'editors'];

/** Where the examples of the guide find the service. */
const exampleUrl = 'http://localhost:3000';

/** The pages of the guide: every Markdown file of docs/, with examples that speak to this service. */
export function guidePages({ root, baseUrl }: { root: string; baseUrl: string }): DocsPage[] {
  const files = groups
    .flatMap((group) => readdirSync(new URL(`${group}/`, folder)).map((name) => `${group}/${name}`))
    .filter((name) => name.endsWith('.md'));
  const pages = files.map((file) => {
    const markdown = readFileSync(new URL(file, folder), 'utf8').replaceAll(exampleUrl, baseUrl);
    return guidePage(file, markdown, root);
  });
  const byTitle = pages.sort((a, b) => (a.title < b.title ? -1 : 1));
  const first = opening.flatMap((name) => byTitle.filter((page) => page.name === name));
  return [...first, ...byTitle.filter((page) => !first.includes(page))];
}

/** One Markdown file as a page: its first heading is the title, links to its neighbours lead to their pages, pictures are those of docs/screenshots/. */
export function guidePage(file: string, markdown: string, root: string): DocsPage {
  const parser = new MarkdownIt({ html: false, linkify: false });
  parser.renderer.rules['image'] = (inlines, i) => {
    const alt = inlines[i]?.content ?? '';
    return pictureHtml(String(inlines[i]?.attrGet('src') ?? ''), alt, root) ?? escapeHtml(alt);
  };
  const tokens = parser.parse(markdown, {});
  const title = headingText(tokens, 0);
  const rest = title === null ? tokens : tokens.slice(3);
  const chapters: { title: string; fragment: string }[] = [];
  rest.forEach((token, i) => {
    if (token.type === 'heading_open') {
      const text = headingText(rest, i) ?? '';
      token.attrSet('id', fragmentOf(text));
      if (token.tag === 'h2') chapters.push({ title: text, fragment: fragmentOf(text) });
    }
    for (const inline of token.children ?? []) leadToPage(inline, file, root);
  });
  const name = file.replace(/\.md$/, '');
  return { name, title: title ?? name, chapters, body: parser.renderer.render(rest, parser.options, {}) };
}

/** The text of the heading that opens at `at`, without marks. */
function headingText(tokens: readonly Token[], at: number): string | null {
  if (tokens[at]?.type !== 'heading_open') return null;
  return (tokens[at + 1]?.children ?? []).map(({ content }) => content).join('');
}

/** `media.md#with-curl` is `/docs/model/media#with-curl` here. */
function leadToPage(token: Token, file: string, root: string): void {
  const href = token.type === 'link_open' ? token.attrGet('href') : null;
  const [, path, fragment = ''] = /^([a-z0-9./-]+)\.md(#.*)?$/.exec(String(href ?? '')) ?? [];
  if (path === undefined) return;
  token.attrSet('href', addressOf(posix.join(posix.dirname(file), path), root) + fragment);
}
