import type { TypesBySlug } from '../../content/index.ts';
import type { Tag } from './form.ts';
import { tagOfType } from './type-places.ts';

/** The chapters of the document, by the beginning of a path; the first that fits has it. */
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
      'Files. Their bytes go to the object storage by a signed address, never through the service.',
  },
  {
    path: '/',
    name: 'Service',
    description: 'The permissions of the key, a description of the project, and its changes.',
  },
];

/** The chapter of an endpoint that belongs to no single content type. */
export function tagOf(path: string): string {
  return chapters.find((chapter) => path.startsWith(chapter.path))?.name ?? 'Service';
}

/** The tags that are used, in the order of the chapters, then of the types. */
export function tagsOf(usedNames: ReadonlySet<string>, types: TypesBySlug): Tag[] {
  const typeTags = [...types.values()].map((type) => ({
    name: tagOfType(type),
    description: `${type.name}: a ${type.kind} of this project.`,
  }));
  const generalTags = chapters.map(({ name, description }) => ({ name, description }));
  return [...generalTags, ...typeTags].filter(({ name }) => usedNames.has(name));
}
