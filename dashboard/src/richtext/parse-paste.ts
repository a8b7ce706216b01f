/**
 * Pasted HTML as elements. Under the page's policy a style attribute says nothing, and the browser complains of each: it
 * is read as `data-style` instead.
 */
export function parsedPaste(html: string): HTMLElement {
  const quiet = html
    .replace(/<style\b.*?<\/style\s*>/gis, '')
    .replace(/<[^>]*>/g, (tag) => tag.replace(/\sstyle\s*=/gi, ' data-style='));
  return new DOMParser().parseFromString(quiet, 'text/html').body;
}
