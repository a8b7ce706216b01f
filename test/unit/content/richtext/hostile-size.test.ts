import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../../src/contract/errors/api-error.ts';
import { limits } from '../../../../src/contract/limits.ts';
import { readRichtext } from '../../../../src/content/richtext/read/read.ts';

describe('hostile size', () => {
  const nested = (depth: number) => {
    let value: object = { type: 'paragraph' };
    for (let i = 0; i < depth; i += 1) value = { type: 'blockquote', content: [value] };
    return { content: [value] };
  };
  const wide = (count: number) => ({ content: Array.from({ length: count }, () => ({ type: 'paragraph' })) });
  const deepAttribute = (depth: number) => {
    let value: unknown = 1;
    for (let i = 0; i < depth; i += 1) value = [value];
    return { content: [{ type: 'heading', attrs: { level: value } }] };
  };
  const manyMarks = {
    content: [
      {
        type: 'paragraph',
        content: [{ type: 'text', text: 'x', marks: Array(200_000).fill({ type: 'bold' }) }],
      },
    ],
  };

  it.each<[string, unknown, string]>([
    ['100,000 levels', nested(100_000), 'levels'],
    ['one level too many', nested(limits.richtext_depth_max), 'levels'],
    ['200,000 nodes', wide(200_000), 'nodes'],
    ['one node too many', wide(limits.richtext_nodes_max + 1), 'nodes'],
    ['an attribute 100,000 levels deep', deepAttribute(100_000), 'level of heading'],
    ['200,000 marks', manyMarks, 'marks'],
    [
      'a large text',
      { content: [{ type: 'paragraph', content: [{ type: 'text', text: 'x'.repeat(600_000) }] }] },
      'KiB',
    ],
    ['a large Markdown text', { markdown: 'x'.repeat(600_000) }, 'KiB'],
    ['deep Markdown quotes', { markdown: '> '.repeat(200_000) }, 'levels'],
    ['deep Markdown lists', { markdown: '- '.repeat(200_000) + 'x' }, 'levels'],
    ['many Markdown lines', { markdown: 'a\n\n'.repeat(100_000) }, 'nodes'],
    ['many unknown nodes', { content: Array(5_000).fill({ type: 'x'.repeat(50) }) }, 'has no node'],
    [
      'many unknown attributes',
      {
        content: [
          {
            type: 'heading',
            attrs: Object.fromEntries(Array.from({ length: 100_000 }, (_, i) => [`a${i}`, 1])),
          },
        ],
      },
      'attribute',
    ],
  ])('%s are refused quickly', (_title, value, why) => {
    const before = process.cpuUsage();
    expect(() => readRichtext(value, 'body')).toThrow(why);
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1_000).toBeLessThan(5_000);
  });

  it.each<[string, string]>([
    ['100,000 opened tags', '<b>a'.repeat(100_000)],
    ['50,000 levels of emphasis', '*a '.repeat(50_000) + ' b*'.repeat(50_000)],
    ['20,000 images in each other', '!['.repeat(20_000) + '](x)'.repeat(20_000)],
    ['100,000 brackets', '['.repeat(100_000)],
    ['100,000 line breaks', '<br>'.repeat(100_000)],
    ['100,000 unfinished comments', 'a<!--'.repeat(100_000)],
    [
      'a table of a million cells',
      '|a'.repeat(1_000) + '\n' + '|-'.repeat(1_000) + '\n' + '|\n'.repeat(1_000),
    ],
  ])('%s in Markdown are read or refused quickly', (_title, markdown) => {
    const before = process.cpuUsage();
    try {
      readRichtext({ markdown }, 'body');
    } catch (error) {
      expect(error).toBeInstanceOf(ApiError);
    }
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1_000).toBeLessThan(5_000);
  });

  it('takes a document as deep and as long as the limits allow', () => {
    expect(readRichtext(nested(limits.richtext_depth_max - 1), 'body').document.content).toHaveLength(1);
    expect(readRichtext(wide(limits.richtext_nodes_max), 'body').document.content).toHaveLength(
      limits.richtext_nodes_max,
    );
  });
});
