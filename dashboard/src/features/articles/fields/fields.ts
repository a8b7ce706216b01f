import { limits } from '../../../../../src/contract/limits.ts';
import type { EditedField } from '../../editing/item.ts';
import { CheckWidget } from './check-field.tsx';
import { lengthWidget } from './length-field.tsx';
import { SlugWidget } from './slug-field.tsx';

/** Each locale has its own value. */
export const localized = { localized: true } as const;

/** The text of every article. */
export const textFields: readonly EditedField[] = [
  {
    key: 'title',
    label: 'Title',
    type: 'string',
    options: { ...localized, required: true, max_length: limits.name_chars_max },
  },
  {
    key: 'slug',
    label: 'Slug',
    type: 'string',
    options: localized,
    widget: SlugWidget,
    isAddress: true,
  },
  {
    key: 'excerpt',
    label: 'Excerpt',
    type: 'text',
    options: {
      ...localized,
      max_length: limits.description_chars_max,
      help: 'One or two sentences, for lists.',
    },
  },
  { key: 'body', label: 'Body', type: 'richtext', options: localized },
];

/** Fields for search engines and shared links. */
export const seoFields: readonly EditedField[] = [
  {
    key: 'seo.title',
    label: 'Title for search engines',
    type: 'string',
    options: { ...localized, help: 'Defaults to the title.' },
    widget: lengthWidget({ from: 30, to: 60, rows: 1, fallback: 'title' }),
  },
  {
    key: 'seo.description',
    label: 'Description',
    type: 'text',
    options: { ...localized, help: 'Defaults to the excerpt, or to the beginning of the text.' },
    widget: lengthWidget({ from: 70, to: 160, rows: 3, fallback: 'excerpt' }),
  },
  {
    key: 'seo.og_image_id',
    label: 'Social image',
    type: 'image',
    options: { ...localized, help: 'Defaults to the cover. 1200 × 630 pixels fit everywhere.' },
  },
  {
    key: 'seo.no_index',
    label: 'Hide from search engines',
    type: 'boolean',
    options: localized,
    widget: CheckWidget,
  },
];

/** Fields that the modules share beside the text. */
export const coverField: EditedField = {
  key: 'featured_image_id',
  label: 'Cover',
  type: 'image',
  options: localized,
};

export const authorsField: EditedField = {
  key: 'authors',
  label: 'Authors',
  type: 'link_list',
  options: { target: 'author', max_items: limits.tags_max },
};
