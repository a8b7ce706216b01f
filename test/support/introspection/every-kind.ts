import type { TestProject } from '../service.ts';

/** A collection and a singleton that have every field type between them, as they are defined. */
const specimenFields = [
  { key: 'title', type: 'string', options: { required: true, max_length: 80, help: 'Shown in lists.' } },
  { key: 'text', type: 'text' },
  { key: 'body', type: 'richtext' },
  { key: 'price', type: 'number', options: { min: 0 } },
  { key: 'count', type: 'number', options: { integer: true } },
  { key: 'in-stock', type: 'boolean', options: { default: true } },
  { key: 'made', type: 'date' },
  { key: 'size', type: 'select', options: { choices: ['small', { value: 'large', label: 'Large' }] } },
  { key: 'site', type: 'url' },
  { key: 'image', type: 'image' },
  { key: 'images', type: 'gallery' },
  { key: 'author', type: 'link', options: { target: 'author' } },
  { key: 'articles', type: 'link_list', options: { target: 'blog_article' } },
  { key: 'twin', type: 'reference', options: { content_type: 'specimen' } },
  { key: 'others', type: 'reference_list', options: { content_type: 'specimen', max_items: 3 } },
];

const body = {
  version: 2,
  content: [
    { type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: 'Care' }] },
    { type: 'paragraph', content: [{ type: 'text', text: 'Keep it dry.', marks: [{ type: 'bold' }] }] },
  ],
};

/** Defines both types and publishes: an entry with every value, one that is nearly empty, and the singleton. */
export async function fillWithEveryKind(project: TestProject): Promise<{ full: string; bare: string }> {
  const { secret } = project;
  const specimen = await secret.put('/v1/schema/content-types/specimen', {
    name: 'Specimen',
    fields: specimenFields,
  });
  const settings = await secret.put('/v1/schema/content-types/2-settings', {
    name: 'Settings',
    kind: 'singleton',
    fields: [
      { key: 'motto', type: 'string' },
      { key: 'best', type: 'reference', options: { content_type: 'specimen' } },
    ],
  });
  if (specimen.status !== 201 || settings.status !== 201) throw new Error(specimen.text + settings.text);

  const author = await secret.post('/v1/authors', { name: 'Ada' });
  const article = await secret.post('/v1/blog/articles', { title: 'Wind', authors: [author.body.id] });
  const bare = await create(project, { title: 'Bare', articles: [article.body.id] });
  const full = await create(project, {
    title: 'Full',
    text: 'Two\nlines',
    body,
    price: 9.5,
    count: 2,
    'in-stock': false,
    made: '2026-03-01',
    size: 'large',
    site: 'https://example.org/',
    author: author.body.id,
    articles: [article.body.id],
    twin: bare,
    others: [bare],
  });
  await secret.put('/v1/content/2-settings', { values: { motto: 'Fly', best: full }, publish: true });
  return { full, bare };
}

async function create(project: TestProject, values: object): Promise<string> {
  const answer = await project.secret.post('/v1/content/specimen/entries', { values, publish: true });
  if (answer.status !== 201) throw new Error(answer.text);
  return answer.body.id as string;
}
