import { expect, it } from 'vitest';
import { mergeDocuments } from '../../../../src/contract/merge/merge-document.ts';
import type { TextNode } from '../../../../src/contract/merge/units.ts';

const paragraph = (text: string): TextNode => ({ type: 'paragraph', content: [{ type: 'text', text }] });
const documentOf = (...content: TextNode[]) => ({ version: 2, content });
const texts = (count: number, suffix: string) =>
  documentOf(...Array.from({ length: count }, (_, i) => paragraph(`paragraph number ${i} says ${suffix}`)));

it('lists up to 50 conflicts of units', () => {
  const merge = mergeDocuments(texts(50, 'base'), texts(50, 'mine'), texts(50, 'theirs'));
  expect(merge.conflicts).toHaveLength(50);
  expect(merge.conflicts[49]).toEqual({
    position: 49,
    base: [paragraph('paragraph number 49 says base')],
    mine: [paragraph('paragraph number 49 says mine')],
    theirs: [paragraph('paragraph number 49 says theirs')],
  });
});

it('makes 51 conflicts one conflict of the whole text', () => {
  const [base, mine, theirs] = [texts(51, 'base'), texts(51, 'mine'), texts(51, 'theirs')];
  const merge = mergeDocuments(base, mine, theirs);
  expect(merge.conflicts).toEqual([{ position: null, base, mine, theirs }]);
  expect(merge.resolve(() => 'mine')).toBe(mine);
  expect(merge.resolve(() => 'theirs')).toBe(theirs);
  expect(merge.resolve(() => 'both')?.content).toEqual([...theirs.content, ...mine.content]);
});

it('treats an empty text as a document without units', () => {
  const text = documentOf(paragraph('a text'));
  const other = documentOf(paragraph('another thing'));
  expect(mergeDocuments(null, text, null).resolve(() => 'mine')).toEqual(text);
  expect(mergeDocuments(text, null, text).resolve(() => 'mine')).toBeNull();
  expect(mergeDocuments(null, text, other).resolve(() => 'mine')?.content).toEqual([
    ...other.content,
    ...text.content,
  ]);
});
