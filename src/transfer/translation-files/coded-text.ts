/**
 * A part of a text with inline codes. In files without markup, `<1>` opens a code, `</1>` closes it, and `<2/>` is a
 * code without content. A backslash before such a tag makes it text.
 */
export type Piece = { text: string } | { open: number } | { close: number } | { single: number };

// The look-behind starts a match at the first backslash of a run only, so that the search takes linear time.
const tagPattern = /(?<!\\)(\\*)<(?:(\/)(\d{1,6})|(\d{1,6})(\/?))>/g;

/** Joins pieces to a text that `parseCoded` can split. */
export function formatCoded(pieces: readonly Piece[]): string {
  return mergeTexts(pieces)
    .map((piece, i, all) => {
      if ('open' in piece) return `<${piece.open}>`;
      if ('close' in piece) return `</${piece.close}>`;
      if ('single' in piece) return `<${piece.single}/>`;
      const text = piece.text.replace(tagPattern, (tag: string, slashes: string) => `${slashes}\\${tag}`);
      return all[i + 1] === undefined ? text : text.replace(/(?<!\\)\\+$/, '$&$&');
    })
    .join('');
}

/** Splits a text into its codes and the text between them. */
export function parseCoded(coded: string): Piece[] {
  const pieces: Piece[] = [];
  let position = 0;
  for (const match of coded.matchAll(tagPattern)) {
    const [tag, slashes = '', closingSlash, closeId, openId, singleSlash] = match;
    const isText = slashes.length % 2 === 1;
    const backslashes = slashes.slice(0, Math.floor(slashes.length / 2));
    const text = coded.slice(position, match.index) + backslashes + (isText ? tag.slice(slashes.length) : '');
    pieces.push({ text });
    position = match.index + tag.length;
    if (isText) continue;
    if (closingSlash !== undefined) pieces.push({ close: Number(closeId) });
    else pieces.push(singleSlash === '/' ? { single: Number(openId) } : { open: Number(openId) });
  }
  pieces.push({ text: coded.slice(position) });
  return mergeTexts(pieces);
}

function mergeTexts(pieces: readonly Piece[]): Piece[] {
  const merged: Piece[] = [];
  for (const piece of pieces) {
    const last = merged.at(-1);
    if ('text' in piece && piece.text === '') continue;
    if ('text' in piece && last !== undefined && 'text' in last)
      merged[merged.length - 1] = { text: last.text + piece.text };
    else merged.push(piece);
  }
  return merged;
}

/** A coded text without its codes. */
export function withoutCodes(coded: string): string {
  return parseCoded(coded)
    .map((piece) => ('text' in piece ? piece.text : ''))
    .join('');
}
