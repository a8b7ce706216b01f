import type { BlockTemplate } from './schema.ts';

const field = (key: string, type: string, options: object = {}) => ({ key, type, options });
const requiredField = (key: string, type: string, options: object = {}) =>
  field(key, type, { required: true, ...options });
const blocks = (key: string, ...slugs: string[]) => field(key, 'blocks', { blocks: slugs });
const choices = (...values: string[]) => ({
  choices: values.map((label) => ({ value: label.toLowerCase().replaceAll(' ', '_'), label })),
});

/** Templates for new blocks, each after the blocks that it contains. A copy belongs to its project. */
export const blockTemplates: readonly BlockTemplate[] = [
  {
    slug: 'button',
    name: 'Button',
    description: 'A link that looks like a button, to a URL or a blog article.',
    display_field: 'label',
    fields: [
      requiredField('label', 'string', { max_length: 60 }),
      field('url', 'url'),
      field('link', 'link', { target: 'blog_article', help: 'Used instead of the URL' }),
      field('style', 'select', { ...choices('Primary', 'Secondary'), default: 'primary' }),
    ],
  },
  {
    slug: 'hero',
    name: 'Hero',
    description: 'The first thing that visitors see: a title, an image and buttons.',
    display_field: 'title',
    fields: [
      requiredField('title', 'string'),
      field('text', 'text'),
      field('image', 'image'),
      blocks('buttons', 'button'),
    ],
  },
  {
    slug: 'feature',
    name: 'Feature',
    description: 'One feature in a grid of features.',
    display_field: 'title',
    fields: [
      requiredField('title', 'string'),
      field('text', 'text'),
      field('image', 'image'),
      blocks('buttons', 'button'),
    ],
  },
  {
    slug: 'feature_grid',
    name: 'Feature grid',
    description: 'Several features side by side.',
    display_field: 'title',
    fields: [field('title', 'string'), blocks('features', 'feature')],
  },
  {
    slug: 'quote',
    name: 'Quote',
    description: 'A quote from a person, with their name.',
    display_field: 'person',
    fields: [
      requiredField('text', 'text', { max_length: 1_000 }),
      field('person', 'string'),
      field('image', 'image'),
    ],
  },
  {
    slug: 'question',
    name: 'Question',
    description: 'A question and its answer.',
    display_field: 'question',
    fields: [requiredField('question', 'string'), requiredField('answer', 'richtext')],
  },
  {
    slug: 'faq',
    name: 'Questions and answers',
    description: 'A list of frequently asked questions.',
    display_field: 'title',
    fields: [field('title', 'string'), blocks('questions', 'question')],
  },
  {
    slug: 'call_to_action',
    name: 'Call to action',
    description: 'What visitors should do next.',
    display_field: 'title',
    fields: [requiredField('title', 'string'), field('text', 'text'), blocks('buttons', 'button')],
  },
];
