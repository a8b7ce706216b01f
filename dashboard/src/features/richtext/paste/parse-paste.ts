/** Parses pasted HTML. Style attributes violate the page's security policy, so they become `data-style`. */
export function parsePaste(html: string): HTMLElement {
  const withoutStyles = html
    .replace(/<style\b.*?<\/style\s*>/gis, '')
    .replace(/<[^>]*>/g, (tag) => tag.replace(/\sstyle\s*=/gi, ' data-style='));
  return new DOMParser().parseFromString(withoutStyles, 'text/html').body;
}

/**
 * Tracked deletions of Word, its comments and their markers, by class. A bare `del` counts as tracked too, because
 * sources other than Word strike text with `s`.
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
