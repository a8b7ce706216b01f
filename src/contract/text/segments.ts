/**
 * Splits texts into words with `Intl.Segmenter`. The cost of one word grows with the length of the text, so
 * a long text is segmented in windows that end at safe word boundaries.
 */
const segmenter = new Intl.Segmenter('en', { granularity: 'word' });

const windowChars = 512;
/** The window for a text without a safe boundary, and the distance from its end at which a word must end. */
const wideWindowChars = 1_024;
const lookaheadChars = 128;

/** A character after which a word always ends, unless the next character combines with it. */
const separator = /[ \t\n\u3000-\u3002\uff01\uff1f]/;
const isJoining = /[\s\p{M}\p{Cf}\p{Grapheme_Extend}\p{Emoji_Modifier}]/u;

export interface Segment {
  segment: string;
  isWordLike?: boolean;
}

/** Yields the segments of a text as the segmenter would return them for the whole text. */
export function* splitSegments(text: string): Generator<Segment> {
  for (let start = 0; start < text.length;) {
    const end = findSafeBoundary(text, start);
    if (end === null) start = yield* segmentsWithoutBoundary(text, start);
    else {
      yield* segmenter.segment(text.slice(start, end));
      start = end;
    }
  }
}

/**
 * Returns the last position in the window that is a word boundary in any context; the end of the text is
 * one.
 */
function findSafeBoundary(text: string, start: number): number | null {
  if (text.length - start <= windowChars) return text.length;
  for (const chars of [windowChars, wideWindowChars]) {
    for (let at = Math.min(start + chars, text.length - 1); at > start; at -= 1) {
      if (separator.test(text.charAt(at - 1)) && !isJoining.test(characterAt(text, at))) return at;
    }
  }
  return null;
}

function characterAt(text: string, at: number): string {
  return String.fromCodePoint(text.codePointAt(at) ?? 0);
}

/**
 * Yields the segments that end well before a window does, because later characters can change the others.
 * The window grows while one segment fills it.
 * @returns where the next segment begins
 */
function* segmentsWithoutBoundary(text: string, start: number): Generator<Segment, number> {
  for (let chars = wideWindowChars; ; chars *= 4) {
    const isLast = start + chars >= text.length;
    const safeEnd = isLast ? chars : chars - lookaheadChars;
    let yieldedEnd = 0;
    for (const piece of segmenter.segment(text.slice(start, start + chars))) {
      const end = piece.index + piece.segment.length;
      if (end > safeEnd) break;
      yield piece;
      yieldedEnd = end;
    }
    if (yieldedEnd > 0) return start + yieldedEnd;
  }
}
