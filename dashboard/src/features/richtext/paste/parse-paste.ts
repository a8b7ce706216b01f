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

/**
 * Text that Word tracks as deleted, Word comments, and the marks that lead to them. Word names them by class. A bare
 * `del` counts as tracked too: sources other than Word strike text with `s`.
 */
const deletions = 'del, .MsoDel';
const comments =
  '[class^="MsoComment"], .msocomtxt, .msocomanchor, [style*="mso-element:comment"], [data-style*="mso-element:comment"], a[href^="#_msocom"]';

/** Removes tracked deletions and comments. Returns the number of deletions. */
export function dropTrackedChanges(body: HTMLElement): number {
  const count = [...body.querySelectorAll<HTMLElement>(deletions)].filter(
    (element) => element.textContent !== '' && element.parentElement?.closest(deletions) == null,
  ).length;
  body.querySelectorAll(`${deletions}, ${comments}`).forEach((element) => element.remove());
  return count;
}
