import type { TypeTemplate } from './schema.ts';

const text = (key: string, options: object = {}) => ({ key, type: 'string', options });
const needed = (key: string, type = 'string', options: object = {}) => ({
  key,
  type,
  options: { required: true, ...options },
});
const field = (key: string, type: string, options: object = {}) => ({ key, type, options });
const choices = (...values: string[]) => ({
  choices: values.map((label) => ({ value: label.toLowerCase().replaceAll(' ', '_'), label })),
});

/** Types to begin with. A copy of one belongs to the project alone (specification: content-types). */
export const templates: readonly TypeTemplate[] = [
  {
    slug: 'page',
    name: 'Page',
    description: 'A page of a site, with its own address and what search engines show.',
    kind: 'collection',
    display_field: 'title',
    subtitle_field: 'path',
    fields: [
      needed('title'),
      needed('path', 'string', { unique: true, help: 'The part after the domain, such as /about' }),
      field('hero_image', 'image'),
      field('body', 'richtext'),
      text('seo_title', { max_length: 70 }),
      field('seo_description', 'text', { max_length: 200 }),
    ],
  },
  {
    slug: 'site_settings',
    name: 'Site settings',
    description: 'One place for what every page needs: name, logo, notice, addresses.',
    kind: 'singleton',
    display_field: 'site_name',
    subtitle_field: null,
    fields: [
      needed('site_name'),
      field('tagline', 'text'),
      field('logo', 'image'),
      text('notice', { help: 'Shown on top of every page; empty for none' }),
      text('contact_email'),
      field('contact_url', 'url'),
    ],
  },
  {
    slug: 'product',
    name: 'Product',
    description: 'Something that is sold: pictures, price, availability.',
    kind: 'collection',
    display_field: 'name',
    subtitle_field: 'sku',
    fields: [
      needed('name'),
      text('sku', { unique: true }),
      field('price', 'number', { min: 0 }),
      field('availability', 'select', choices('In stock', 'On order', 'Sold out')),
      field('pictures', 'gallery', { max_items: 12 }),
      field('description', 'richtext'),
      field('featured', 'boolean'),
    ],
  },
  {
    slug: 'event',
    name: 'Event',
    description: 'Something that happens at a time and a place.',
    kind: 'collection',
    display_field: 'title',
    subtitle_field: 'venue',
    fields: [
      needed('title'),
      needed('starts_at', 'date'),
      field('ends_at', 'date'),
      text('venue'),
      field('image', 'image'),
      field('description', 'richtext'),
      field('tickets_url', 'url'),
      field('cancelled', 'boolean', { default: false }),
    ],
  },
  {
    slug: 'team_member',
    name: 'Team member',
    description: 'A person with a portrait and what they do.',
    kind: 'collection',
    display_field: 'name',
    subtitle_field: 'job_title',
    fields: [
      needed('name'),
      text('job_title'),
      field('portrait', 'image'),
      field('bio', 'text'),
      field('profile_url', 'url'),
      field('position', 'number', { integer: true, help: 'Lower ones come first' }),
    ],
  },
  {
    slug: 'testimonial',
    name: 'Testimonial',
    description: 'What a customer said, and who said it.',
    kind: 'collection',
    display_field: 'person',
    subtitle_field: 'company',
    fields: [
      needed('quote', 'text', { max_length: 1_000 }),
      needed('person'),
      text('company'),
      field('portrait', 'image'),
      field('rating', 'number', { min: 1, max: 5, integer: true }),
    ],
  },
  {
    slug: 'faq',
    name: 'Question and answer',
    description: 'A question that is asked again and again, in its topic.',
    kind: 'collection',
    display_field: 'question',
    subtitle_field: 'topic',
    fields: [
      needed('question'),
      needed('answer', 'richtext'),
      field('topic', 'select', choices('General', 'Orders', 'Payment', 'Account')),
      field('position', 'number', { integer: true }),
    ],
  },
  {
    slug: 'job_opening',
    name: 'Job opening',
    description: 'A position that is to be filled.',
    kind: 'collection',
    display_field: 'title',
    subtitle_field: 'location',
    fields: [
      needed('title'),
      text('location'),
      field('employment', 'select', choices('Full time', 'Part time', 'Contract', 'Internship')),
      field('description', 'richtext'),
      field('closes_on', 'date'),
      field('apply_url', 'url'),
    ],
  },
];
