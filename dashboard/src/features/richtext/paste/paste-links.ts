/** Anchors inside a word processor's own file: footnotes, comments, tables of contents. They lead nowhere on a page. */
const deadAnchor = /^#(?:_?(?:ftn|ftnref|edn|ednref|msocom|msoanchor|Toc|Ref|Hlk)|ftnt|cmnt|heading=)/i;

/** The address that Google's redirect leads to; any other address as it is. */
export function unwrappedHref(href: string): string {
  const url = URL.canParse(href) ? new URL(href) : null;
  if (url === null || !/^(?:www\.)?google\.[a-z.]+$/.test(url.hostname) || url.pathname !== '/url')
    return href;
  return url.searchParams.get('q') ?? url.searchParams.get('url') ?? href;
}

/** Whether a link leads only within the file from which it was copied. */
export function isDeadAnchor(href: string): boolean {
  return deadAnchor.test(href.slice(Math.max(0, href.indexOf('#'))));
}

/** Unwraps redirects, and leaves only the words of links that lead nowhere. */
export function mendLinks(body: HTMLElement): void {
  for (const link of [...body.querySelectorAll('a[href]')]) {
    const href = unwrappedHref(link.getAttribute('href') ?? '');
    if (isDeadAnchor(href)) link.replaceWith(...link.childNodes);
    else link.setAttribute('href', href);
  }
}

const holders =
  'p, li, td, th, h1, h2, h3, h4, h5, h6, pre, dt, dd, figcaption, blockquote, span, a, strong, em';

/** Google Docs puts a line break between blocks; there it would become an empty paragraph. */
export function dropLooseBreaks(body: HTMLElement): void {
  for (const line of [...body.querySelectorAll('br')]) {
    const around = line.parentElement?.closest(holders) ?? null;
    const isBetweenBlocks = [line.previousElementSibling, line.nextElementSibling].some(
      (beside) => beside !== null && /^(P|H[1-6]|UL|OL|TABLE|DIV|BLOCKQUOTE|PRE|HR|BR)$/.test(beside.tagName),
    );
    if (around === null && isBetweenBlocks) line.remove();
  }
}
