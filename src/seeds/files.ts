import { checkNames, checkPictures, checkSlugs } from './checks.ts';
import { type EntrySeed, type TypeSeed, readEntries, readTypes } from './custom-files.ts';
import { type ArticleSeed, type Loaded, type Seed, readModuleFolder, seedsFolder } from './folders.ts';
import { type ImageSeed, readImages } from './images.ts';
import { orderByNeed } from './order.ts';
import {
  AuthorFile,
  BlogArticleFile,
  CategoryFile,
  CollectionFile,
  KbArticleFile,
  SectionFile,
} from './schema.ts';
import { type SeedError, SeedFilesError } from './seed-errors.ts';

/** All seeds. Each list is in an order in which it can be stored: nothing names what comes later. */
export interface Seeds {
  images: ImageSeed[];
  authors: Seed<AuthorFile>[];
  categories: Seed<CategoryFile>[];
  collections: Seed<CollectionFile>[];
  sections: Seed<SectionFile>[];
  kbArticles: ArticleSeed<KbArticleFile>[];
  blogArticles: ArticleSeed<BlogArticleFile>[];
  types: TypeSeed[];
  entries: EntrySeed[];
}

/**
 * Reads the seeds from disk and checks them against each other. What the values of an entry may be is left to the
 * service that stores them.
 *
 * @throws SeedFilesError with every fault that was found: file, line, key, and what to do.
 */
export async function readSeeds(root = seedsFolder): Promise<Seeds> {
  const faults: SeedError[] = [];
  const images = await readImages(root, faults);
  const read = {
    ...(await readBlog(root, faults)),
    ...(await readKb(root, faults)),
    types: await readTypes(root, faults),
  };
  const entries = await readEntries(
    root,
    read.types.map(({ seed }) => seed),
    faults,
  );
  // What a file with faults is called is not known, so every use of it would be one more fault.
  if (faults.length === 0) {
    const modules = [read.authors, read.categories, read.collections, read.sections];
    const slugged = [...modules.flat(), ...read.kbArticles, ...read.blogArticles];
    const all = [...slugged, ...read.types, ...entries];
    const pictures = images.map(({ data }) => data.file);
    faults.push(...checkSlugs(slugged), ...checkNames(all), ...checkPictures(all, pictures));
  }
  const seeds = {
    images,
    authors: read.authors.map(({ seed }) => seed),
    categories: read.categories.map(({ seed }) => seed),
    collections: read.collections.map(({ seed }) => seed),
    sections: read.sections.map(({ seed }) => seed),
    kbArticles: inOrder(read.kbArticles, faults),
    blogArticles: inOrder(read.blogArticles, faults),
    types: inOrder(read.types, faults),
    entries: inOrder(entries, faults),
  };
  if (faults.length > 0) throw new SeedFilesError(faults);
  return seeds;
}

async function readBlog(root: string, faults: SeedError[]) {
  const json = { ending: '.json' } as const;
  return {
    authors: await readModuleFolder(
      root,
      { kind: 'author', folder: 'blog/authors', form: AuthorFile, ...json },
      faults,
    ),
    categories: await readModuleFolder(
      root,
      { kind: 'blog_category', folder: 'blog/categories', form: CategoryFile, ...json },
      faults,
    ),
    blogArticles: await readModuleFolder(
      root,
      { kind: 'blog_article', folder: 'blog/articles', form: BlogArticleFile, ending: '.md' },
      faults,
    ),
  };
}

async function readKb(root: string, faults: SeedError[]) {
  const json = { ending: '.json' } as const;
  const kbArticles = await readModuleFolder(
    root,
    { kind: 'kb_article', folder: 'kb/articles', form: KbArticleFile, ending: '.md' },
    faults,
  );
  for (const { seed, text } of kbArticles) {
    const { section, collection } = seed.data;
    if (section !== undefined || collection !== undefined) continue;
    const why = 'this is missing; name a section, or a collection if the article belongs to no section';
    faults.push(text.fault(['section'], why));
  }
  return {
    collections: await readModuleFolder(
      root,
      { kind: 'kb_collection', folder: 'kb/collections', form: CollectionFile, ...json },
      faults,
    ),
    sections: await readModuleFolder(
      root,
      { kind: 'kb_section', folder: 'kb/sections', form: SectionFile, ...json },
      faults,
    ),
    kbArticles,
  };
}

function inOrder<T extends { name: string; file: string }>(
  loaded: readonly Loaded<T>[],
  faults: SeedError[],
): T[] {
  const { items, loop } = orderByNeed(
    loaded,
    ({ seed }) => seed.name,
    ({ uses }) => uses.map(({ name }) => name),
  );
  if (items !== null) return items.map(({ seed }) => seed);
  const first = loaded.find(({ seed }) => seed.name === loop[0]);
  const message = `these name each other in a circle, so none can be stored first: ${loop.join(' -> ')}; drop one`;
  if (first !== undefined) faults.push(first.text.fault([], message));
  return [];
}
