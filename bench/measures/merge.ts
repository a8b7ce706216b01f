import { mergeDocuments, type TextDocument } from '../../src/contract/merge/merge-document.ts';
import { median } from '../results.ts';

const documentBytes = 512 * 1_024;
const rounds = 15;
const wordsOfParagraph = 60;

/**
 * Milliseconds of processor time, which other programs affect least, to merge a text of 512 KiB: one side changed every
 * tenth paragraph and inserted one, the other side changed and removed others.
 */
export function measureMerge(): number {
  const base = textOf(documentBytes);
  const mine = base.flatMap((text, i) => (i % 10 === 0 ? [`${text} mine`, `new ${i}`] : [text]));
  const theirs = base.flatMap((text, i) => (i % 10 === 5 ? [] : i % 10 === 3 ? [`${text} theirs`] : [text]));
  const [baseText, myText, theirText] = [documentOf(base), documentOf(mine), documentOf(theirs)];
  const merge = () => {
    const before = process.cpuUsage();
    const merged = mergeDocuments(baseText, myText, theirText);
    const content = merged.resolve(() => 'mine')?.content ?? [];
    const { user, system } = process.cpuUsage(before);
    if (merged.conflicts.length > 0 || content.length !== mine.length - Math.floor((base.length + 4) / 10))
      throw new Error('the texts were merged wrongly');
    return (user + system) / 1_000;
  };
  for (let i = 0; i < 3; i += 1) merge(); // compiles
  return median(Array.from({ length: rounds }, merge));
}

function documentOf(texts: readonly string[]): TextDocument {
  return {
    version: 2,
    content: texts.map((text) => ({ type: 'paragraph', content: [{ type: 'text', text }] })),
  };
}

/** Paragraphs of different words whose document has about so many bytes. */
function textOf(bytes: number): string[] {
  const texts: string[] = [];
  for (let size = 0, i = 0; size < bytes; i += 1) {
    const text = Array.from(
      { length: wordsOfParagraph },
      (_, at) => `w${(i * 7_919 + at * 104_729) % 9_973}`,
    ).join(' ');
    texts.push(text);
    size += Buffer.byteLength(JSON.stringify(documentOf([text]).content));
  }
  return texts;
}
