/**
 * Words as `Intl.Segmenter` finds them. The cost of one word grows with the length of the text around it, so a long text
 * is looked at in windows; they are cut where the words of the whole text are parted too.
 */
const segmenter = new Intl.Segmenter('en', { granularity: 'word' });

const windowChars = 512;
/** How much of a text that has no sure place to cut is looked at, and how far from its end a word must begin. */
const wideWindowChars = 1_024;
const lookaheadChars = 128;

/** A sign after which one word never goes on, unless what follows is part of the sign. */
const parting = /[ \t\n\u3000-\u3002\uff01\uff1f]/;
const isJoining = /[\s\p{M}\p{Cf}\p{Grapheme_Extend}\p{Emoji_Modifier}]/u;

export interface Segment {
  segment: string;
  isWordLike?: boolean;
}

/** The pieces of a text, one after another, as the segmenter would give them for the whole. */
export function* segmentsOf(text: string): Generator<Segment> {
  for (let start = 0; start < text.length;) {
    const end = sureCut(text, start);
    if (end === null) start = yield* withoutEnd(text, start);
    else {
      yield* segmenter.segment(text.slice(start, end));
      start = end;
    }
  }
}

/** The last place in the window at which words are parted whatever stands around it; the text's end is one. */
function sureCut(text: string, start: number): number | null {
  if (text.length - start <= windowChars) return text.length;
  for (const chars of [windowChars, wideWindowChars]) {
    for (let at = Math.min(start + chars, text.length - 1); at > start; at -= 1) {
      if (parting.test(text.charAt(at - 1)) && !isJoining.test(signAt(text, at))) return at;
    }
  }
  return null;
}

function signAt(text: string, at: number): string {
  return String.fromCodePoint(text.codePointAt(at) ?? 0);
}

/**
 * The pieces of a text without a sure cut that end well before a window does: what stands behind decides about the
 * others. The window grows with a piece that is longer than all of it. Answers where the next piece begins.
 */
function* withoutEnd(text: string, start: number): Generator<Segment, number> {
  for (let chars = wideWindowChars; ; chars *= 4) {
    const isLast = start + chars >= text.length;
    const sure = isLast ? chars : chars - lookaheadChars;
    let done = 0;
    for (const piece of segmenter.segment(text.slice(start, start + chars))) {
      const end = piece.index + piece.segment.length;
      if (end > sure) break;
      yield piece;
      done = end;
    }
    if (done > 0) return start + done;
  }
}
