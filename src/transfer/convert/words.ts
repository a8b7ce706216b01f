import { ApiError } from '../../contract/errors/api-error.ts';
import { type HtmlTargets, plainText, type ReadRichtext, readRichtext } from '../../content/index.ts';

/** Compares the words of the source with the words of the bundle. */
export class WordCount {
  in = 0;
  lost = 0;

  /** Counts the words of an item. @returns those that the bundle doesn't contain */
  compare(source: string, written: string): string[] {
    const available = new Map<string, number>();
    for (const word of wordsOf(written)) available.set(word, (available.get(word) ?? 0) + 1);
    const lostWords: string[] = [];
    for (const word of wordsOf(source)) {
      this.in += 1;
      const count = available.get(word) ?? 0;
      if (count === 0) lostWords.push(word);
      else available.set(word, count - 1);
    }
    this.lost += lostWords.length;
    return lostWords;
  }
}

function wordsOf(text: string): string[] {
  return (
    text
      .replace(/%[0-9a-f]{2}/gi, ' ') // documents contain decoded URLs
      .normalize('NFC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  );
}

/** Accepts any image and link, because the converters write a line for each one. */
const anyTargets: HtmlTargets = {
  image: () => 'med_00000000000000000000000000',
  link: () => ({ href: 'https://example.com' }),
};

/**
 * The document that a load stores for a text in HTML or Markdown.
 * @returns null if a document can't contain the text, for example because it is too long
 */
export function readDocument(
  body: { html: string } | { markdown: string },
  targets: HtmlTargets,
): ReadRichtext | null {
  try {
    return readRichtext(body, 'body', targets);
  } catch (error) {
    if (error instanceof ApiError) return null;
    throw error;
  }
}

/** The text that readers of Galley will see; null if a document can't contain it. */
export function loadedText(body: { html: string } | { markdown: string }): string | null {
  const result = readDocument(body, anyTargets);
  return result === null ? null : plainText(result.document);
}
