/** How text is written in tables, so that spreadsheets don't change it. */

const formulaStart = /^[=+\-@'\t]/;
const guardedStart = /^'[=+\-@'\t]/;

/** Puts an apostrophe in front of text that a spreadsheet would run as a formula, or whose apostrophe it would hide. */
export function guardFormula(text: string): string {
  return formulaStart.test(text) ? `'${text}` : text;
}

/** Removes the apostrophe that `guardFormula` adds. An apostrophe in front of other text belongs to the text. */
export function unguardFormula(text: string): string {
  return guardedStart.test(text) ? text.slice(1) : text;
}

export const delimiters = [',', ';', '\t'] as const;

/** The delimiter of a table: the one that is most frequent in its first record, outside of quotes. */
export function detectDelimiter(text: string): string {
  const counts = new Map<string, number>(delimiters.map((delimiter) => [delimiter, 0]));
  let isQuoted = false;
  for (const character of text) {
    if (character === '"') isQuoted = !isQuoted;
    if (isQuoted) continue;
    if (character === '\n' || character === '\r') break;
    const count = counts.get(character);
    if (count !== undefined) counts.set(character, count + 1);
  }
  return [...counts].reduce((best, next) => (next[1] > best[1] ? next : best))[0];
}

/** Joins the items of a list with `|`. `\|` and `\\` stand for the characters themselves, `\ ` for a blank at an end. */
export function joinItems(items: readonly string[]): string {
  return items.map((item) => item.replace(/[\\|]/g, '\\$&').replace(/^\s|\s$/g, '\\$&')).join('|');
}

/** Splits a list as `joinItems` joins it. Blanks around items and empty items are dropped. */
export function splitItems(text: string): string[] {
  const items: string[] = [];
  let item = '';
  let endOfText = 0;
  for (let at = 0; at <= text.length; at += 1) {
    const character = text[at];
    if (character === undefined || character === '|') {
      const trimmed = item.slice(0, endOfText);
      if (trimmed !== '') items.push(trimmed);
      [item, endOfText] = ['', 0];
      continue;
    }
    const next = text[at + 1];
    const isEscape = character === '\\' && next !== undefined && /[\\|\s]/.test(next);
    if (!isEscape && item === '' && /\s/.test(character)) continue;
    item += isEscape ? next : character;
    if (isEscape || !/\s/.test(character)) endOfText = item.length;
    if (isEscape) at += 1;
  }
  return items;
}
