/** Anchors inside a word processor's file: footnotes, comments, tables of contents. They have no target on a page. */
const deadAnchor = /^#(?:_?(?:ftn|ftnref|edn|ednref|msocom|msoanchor|Toc|Ref|Hlk)|ftnt|cmnt|heading=)/i;

/** The target of a Google redirect; returns other URLs unchanged. */
export function unwrapRedirect(href: string): string {
  const url = URL.canParse(href) ? new URL(href) : null;
  if (url === null || !/^(?:www\.)?google\.[a-z.]+$/.test(url.hostname) || url.pathname !== '/url')
    return href;
  return url.searchParams.get('q') ?? url.searchParams.get('url') ?? href;
}

/** Whether a link points only into the file that it was copied from. */
export function isDeadAnchor(href: string): boolean {
  return deadAnchor.test(href.slice(Math.max(0, href.indexOf('#'))));
}

/** Unwraps redirects and replaces dead links by their words. */
export function fixLinks(body: HTMLElement): void {
  for (const link of [...body.querySelectorAll('a[href]')]) {
    const href = unwrapRedirect(link.getAttribute('href') ?? '');
    if (isDeadAnchor(href)) link.replaceWith(...link.childNodes);
    else link.setAttribute('href', href);
  }
}

const textElements =
  'p, li, td, th, h1, h2, h3, h4, h5, h6, pre, dt, dd, figcaption, blockquote, span, a, strong, em';

/** Google Docs puts a line break between blocks; there it would become an empty paragraph. */
export function dropLooseBreaks(body: HTMLElement): void {
  for (const lineBreak of [...body.querySelectorAll('br')]) {
    const textElement = lineBreak.parentElement?.closest(textElements) ?? null;
    const isBetweenBlocks = [lineBreak.previousElementSibling, lineBreak.nextElementSibling].some(
      (sibling) =>
        sibling !== null && /^(P|H[1-6]|UL|OL|TABLE|DIV|BLOCKQUOTE|PRE|HR|BR)$/.test(sibling.tagName),
    );
    if (textElement === null && isBetweenBlocks) lineBreak.remove();
  }
}
