import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../../src/contract/errors/api-error.ts';
import { readRichtext } from '../../../../src/content/richtext/read/read.ts';
import { renderRichtext } from '../../../../src/content/richtext/service.ts';
import { markNames, nodeNames } from '../../../../src/content/richtext/vocabulary.ts';
import { guideBlocks } from '../../../support/guide.ts';
import { targets } from '../../../support/richtext/documents.ts';

const guide = readFileSync('docs/model/rich-text.md', 'utf8');
const shown = guideBlocks('model/rich-text.md', 'json').map((block) => JSON.parse(block) as unknown);
const [served, links, html, refused] = shown;

describe('docs/model/rich-text.md', () => {
  it('shows nothing but what is checked below', () => {
    expect(shown).toHaveLength(4);
  });

  it('shows the views that the service makes', () => {
    expect(renderRichtext(readRichtext(served, 'body').document, targets)).toEqual(served);
  });

  it('shows links that are accepted', () => {
    expect(readRichtext(links, 'body').document).toEqual(links);
  });

  it('shows HTML that is accepted', () => {
    expect(readRichtext((html as { body: unknown }).body, 'body').document.content.length).toBeGreaterThan(0);
  });

  it('shows a refusal as the service words it', () => {
    const rule = { type: 'horizontalRule' };
    const value = { content: [rule, rule, { type: 'heading', attrs: { level: 7 } }] };
    let fault: unknown;
    try {
      readRichtext(value, 'body');
    } catch (error) {
      fault = error;
    }
    if (!(fault instanceof ApiError)) throw new Error('it was accepted');
    expect({ error: { code: fault.code, message: fault.message, ...fault.hints } }).toEqual(refused);
  });

  it('shows Markdown that is converted without loss', () => {
    const [markdown = ''] = guideBlocks('model/rich-text.md', 'markdown');
    const { document, links: ids, warnings } = readRichtext({ markdown }, 'body');
    expect(warnings).toEqual([]);
    expect(document.content.map(({ type }) => type)).toEqual(['image', 'paragraph', 'callout', 'paragraph']);
    expect([ids.media.length, ids.refs.length]).toEqual([1, 2]);
  });

  it.each([...nodeNames, ...markNames])('explains %s', (name) => {
    expect(guide).toContain(`\`${name}\``);
  });
});
