import { expect, it } from 'vitest';
import { ownTerm, type Term } from '../src/features/taxonomy/term-locale.ts';

interface Category extends Term {
  name: string;
  description: string;
  seo: { title: string; description: string; og_image: null; no_index: boolean };
}

function category(part: Partial<Category>, seo: Partial<Category['seo']> = {}): Category {
  const texts = { name: 'News', description: '', fallbacks: {} };
  const defaults = { title: 'News', description: '', og_image: null, no_index: false };
  return { id: 'cat_1', revision: 1, ...texts, ...part, seo: { ...defaults, ...seo } };
}

const english = category({}, { title: 'All news', description: 'Every day' });

it('clears the texts of fallbacks', () => {
  const stored = category({ fallbacks: { name: 'en' } }, { title: 'All news', description: 'Every day' });
  expect(ownTerm(stored, english)).toMatchObject({ name: '', seo: { title: '', description: '' } });
});

it('clears texts for search engines of a term with only own texts', () => {
  const stored = category({ name: 'Neues' }, { title: 'Neues', description: 'Every day' });
  expect(ownTerm(stored, english)).toMatchObject({
    name: 'Neues',
    seo: { title: 'Neues', description: '' },
  });
});

it('keeps the texts of the default locale', () => {
  expect(ownTerm(english, null)).toBe(english);
});
