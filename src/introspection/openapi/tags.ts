import type { TypeRecord } from '../../content/index.ts';
import type { Tag } from './form.ts';
import { tagOfType } from './type-places.ts';

/** Tags of the document by path prefix. A path has the first tag whose prefix matches. */
const chapters: readonly (Tag & { path: string })[] = [
  {
    path: '/v1/content/',
    name: 'Custom content',
    description:
      'Entries of the content types that the project defines. Reads serve published content; references, links and images arrive resolved.',
  },
  {
    path: '/v1/schema/',
    name: 'Content types',
    description: 'The definitions of custom content: fields, options and order.',
  },
  {
    path: '/v1/releases',
    name: 'Releases',
    description: 'Complete copies of the custom content that you edit separately and promote in one step.',
  },
  {
    path: '/v1/blog/',
    name: 'Blog',
    description: 'Articles and categories. They are not part of releases.',
  },
  {
    path: '/v1/kb/',
    name: 'Knowledge base',
    description: 'Collections, sections and articles in manual order, with freshness and votes.',
  },
  { path: '/v1/authors', name: 'Authors', description: 'The people who sign articles, of both modules.' },
  {
    path: '/v1/media',
    name: 'Media',
    description:
      'Files. Clients upload them to the object storage with a signed URL, not through the service.',
  },
  {
    path: '/',
    name: 'Service',
    description: 'The permissions of the key, a description of the project, and its changes.',
  },
];

/** Returns the tag of an endpoint that doesn't belong to one content type. */
export function tagOf(path: string): string {
  return chapters.find((chapter) => path.startsWith(chapter.path))?.name ?? 'Service';
}

/** Returns the used tags: general ones in their order, then one for each content type. */
export function tagsOf(usedNames: ReadonlySet<string>, types: readonly TypeRecord[]): Tag[] {
  const typeTags = types.map((type) => ({
    name: tagOfType(type),
    description: `${type.name}: a ${type.kind} of this project.`,
  }));
  const generalTags = chapters.map(({ name, description }) => ({ name, description }));
  return [...generalTags, ...typeTags].filter(({ name }) => usedNames.has(name));
}
