import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { afterPrefix } from '../../../../src/content/entries/list/filters.ts';
import { defineType, pluck, publishEntry } from '../../../support/content.ts';
import { startService } from '../../../support/service.ts';

const service = await startService();

describe('where[field][starts_with]', () => {
  it('finds what goes on with any sign there is, the last of Unicode too', async () => {
    const project = await service.newProject();
    await defineType(project, 'page', { title: 'string', notes: 'text' });
    const titles = ['ab\u{10ffff}z', 'ab\u{10ffff}', 'ab\ud7ff', 'ab\ue000', 'AB', '\u{10ffff}ab', 'ac'];
    for (const title of titles) await publishEntry(project, 'page', { title, notes: title });
    const found = async (where: string, prefix: string) => {
      const query = `where[${where}][starts_with]=${encodeURIComponent(prefix)}`;
      const { body } = await project.publishable.get(`/v1/content/page?${query}`);
      return pluck(pluck(body.data, 'values'), 'title').sort();
    };

    for (const field of ['title', 'notes']) {
      expect(await found(field, 'ab')).toEqual(titles.slice(0, 5).sort());
      expect(await found(field, 'AB\u{10ffff}')).toEqual(titles.slice(0, 2).sort());
      expect(await found(field, '\u{10ffff}')).toEqual(['\u{10ffff}ab']);
    }
  });

  it('finds a text by a beginning that ends between a letter and its signs, in any script', async () => {
    const project = await service.newProject();
    await defineType(project, 'page', { title: 'string' });
    const sent = '\u092c\u094d\u093c\u092a';
    const title = sent.normalize('NFC'); // the form in which texts are stored; its signs have another order
    await publishEntry(project, 'page', { title: sent });

    for (let length = 1; length <= title.length; length += 1) {
      const query = `where[title][starts_with]=${encodeURIComponent(title.slice(0, length))}`;
      const { body } = await project.publishable.get(`/v1/content/page?${query}`);
      expect([length, body.data.length]).toEqual([length, 1]);
    }
  });
});

describe('afterPrefix', () => {
  const compare = (a: string, b: string) => Buffer.from(a).compare(Buffer.from(b));
  const sign = fc.constantFrom(
    'a',
    'b',
    '\ud7ff',
    '\ue000',
    '\uffff',
    '\u{10000}',
    '\u{10fffe}',
    '\u{10ffff}',
  );
  const text = fc.array(sign, { maxLength: 4 }).map((signs) => signs.join(''));

  it('parts the texts that begin with the prefix from all behind them', () => {
    fc.assert(
      fc.property(text, text, (prefix, other) => {
        const end = afterPrefix(prefix);
        const isWithin = compare(other, prefix) >= 0 && (end === null || compare(other, end) < 0);
        expect(isWithin).toBe(other.startsWith(prefix));
      }),
    );
  });
});
