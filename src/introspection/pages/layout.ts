import { escapeHtml } from './html.ts';

/** One page; `body` is HTML already. */
export interface DocsPage {
  /** Below `/docs`: `''` is the reference, `errors` the errors. */
  name: string;
  title: string;
  body: string;
  /** Chapters of the page, for the side. */
  chapters: readonly { title: string; fragment: string }[];
}

/** What all pages have around them: the way to the others. */
export function pageHtml(
  page: DocsPage,
  all: readonly Pick<DocsPage, 'name' | 'title'>[],
  root: string,
): string {
  const links = all.map(({ name, title }) => {
    const current = name === page.name ? ' aria-current="page"' : '';
    return `<li><a href="${addressOf(name, root)}"${current}>${escapeHtml(title)}</a></li>`;
  });
  const chapters = page.chapters.map(
    ({ title, fragment }) => `<li><a href="#${fragment}">${escapeHtml(title)}</a></li>`,
  );
  const side = chapters.length === 0 ? '' : `<h2>On this page</h2><ul>${chapters.join('')}</ul>`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(page.title)} · Galley</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${root}/docs/style.css">
</head>
<body>
<nav aria-label="Documentation"><strong>Galley</strong>
<form action="${root}/docs/search" role="search"><input type="search" name="q" aria-label="Search the documentation" placeholder="Search" maxlength="100"></form>
<ul>${links.join('')}</ul>${side}<p><a href="${root}/dashboard">Go to the dashboard</a></p></nav>
<main><h1>${escapeHtml(page.title)}</h1>${reachable(page.body)}</main>
</body>
</html>
`;
}

/** Code that is wider than the window scrolls by the keyboard too. */
function reachable(html: string): string {
  return html.replaceAll('<pre>', '<pre tabindex="0">');
}

/** The path of a page, behind the path that the service stands at. */
export function addressOf(name: string, root: string): string {
  return name === '' ? `${root}/docs` : `${root}/docs/${name}`;
}
