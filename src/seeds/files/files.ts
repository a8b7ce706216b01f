import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { LinkTargetKind } from '../../contract/fields/links.ts';
import { sortForStoring } from '../storing-order.ts';
import { blockKind, moduleKinds, translationKind } from '../kinds.ts';
import { isModuleKind, isRecord, namesIn, type NameUse } from './names.ts';
import type { Seed, TranslationTarget } from '../seed.ts';
import { type KeyPath, type SeedError, SeedFilesError } from '../seed-errors.ts';
import { readSeedText, type SeedText } from './text.ts';

/** The seeds that come with the product. */
export const seedsFolder = fileURLToPath(new URL('../../../seeds/', import.meta.url));

/**
 * Reads all seeds from disk in an order in which they can be stored: each refers only to previous ones. The
 * bodies are checked when they are stored.
 * @throws SeedFilesError with every syntax error and unknown name: file, line, key, and what to do
 */
export async function readSeeds(root = seedsFolder): Promise<Seed[]> {
  const errors: SeedError[] = [];
  const seeds = await readImages(root, errors);
  for (const [kind, { folder, ending }] of Object.entries(moduleKinds)) {
    for (const text of await readTexts(root, folder, { endings: [ending], isTranslated: true }, errors))
      seeds.push(moduleSeed(kind as LinkTargetKind, text));
  }
  const blocks = (await readTexts(root, 'custom/blocks', { endings: ['.json'] }, errors)).map(blockSeed);
  const types = (await readTexts(root, 'custom/types', { endings: ['.json'] }, errors)).map(typeSeed);
  seeds.push(...blocks, ...types, ...(await readEntries(root, types, errors)));
  if (errors.length > 0) throw new SeedFilesError(errors);
  return sortForStoring(seeds);
}

type SettingsText = SeedText & { data: Record<string, unknown> };

function moduleSeed(kind: LinkTargetKind, text: SettingsText): Seed {
  const { stem, data: settings, markdown } = text;
  const [original, locale] = stem.split('.');
  if (locale !== undefined) return translationSeed({ kind, name: `${kind}/${original}`, locale }, text);
  const body = { slug: stem, ...settings, ...(markdown === null ? {} : { body: { markdown } }) };
  return seedOf({ name: `${kind}/${stem}`, kind, text, body });
}

/** The texts of an item in a further locale, in a file such as `knots-we-use.de.md`. */
function translationSeed(translates: TranslationTarget, text: SettingsText): Seed {
  const { data: settings, markdown } = text;
  return translationOf(translates, text, {
    ...settings,
    ...(markdown === null ? {} : { body: { markdown } }),
  });
}

function translationOf(translates: TranslationTarget, text: SettingsText, body: Seed['body']): Seed {
  const seed = seedOf({ name: `${translates.kind}/${text.stem}`, kind: translationKind, text, body });
  const original: NameUse = { name: translates.name, path: [], markdownLine: null };
  return { ...seed, translates, uses: [original, ...seed.uses] };
}

function seedOf(seed: Omit<Seed, 'bodyPath' | 'uses'>, bodyPath: KeyPath = []): Seed {
  return { ...seed, bodyPath, uses: namesIn(seed.body) };
}

function typeSeed(text: SettingsText): Seed {
  return definitionSeed('type', text);
}

function blockSeed(text: SettingsText): Seed {
  return definitionSeed(blockKind, text);
}

/** Types and blocks refer to others by slug, as in the API. */
function definitionSeed(kind: string, text: SettingsText): Seed {
  const seed = seedOf({ name: `${kind}/${text.stem}`, kind, text, body: text.data });
  const uses = fieldsOf(seed).flatMap(({ options }, i): NameUse[] => {
    if (!isRecord(options)) return [];
    const useOf = (definitionKind: string, slug: unknown, ...path: (string | number)[]): NameUse[] =>
      typeof slug === 'string'
        ? [{ name: `${definitionKind}/${slug}`, path: ['fields', i, 'options', ...path], markdownLine: null }]
        : [];
    const { content_type: type, blocks } = options;
    const blockSlugs = Array.isArray(blocks) ? blocks : [];
    return [
      ...useOf('type', type, 'content_type'),
      ...blockSlugs.flatMap((slug, blockIndex) => useOf(blockKind, slug, 'blocks', blockIndex)),
    ];
  });
  return { ...seed, uses };
}

function fieldsOf({ body: { fields } }: Pick<Seed, 'body'>): Record<string, unknown>[] {
  return Array.isArray(fields) ? fields.filter(isRecord) : [];
}

/** Reads `custom/entries/<type>` for each type. */
async function readEntries(root: string, types: readonly Seed[], errors: SeedError[]): Promise<Seed[]> {
  const entries: Seed[] = [];
  for (const folder of await namesOf(root, 'custom/entries', 'folders')) {
    const path = `custom/entries/${folder}`;
    const type = types.find(({ name }) => name === `type/${folder}`);
    const endings = ['.json', '.md'];
    const allTexts = await readTexts(root, path, { endings, isTranslated: true }, errors);
    const texts = allTexts.filter(({ stem }) => !stem.includes('.'));
    if (isModuleKind(folder)) {
      errors.push(fileError(path, `${folder} is a built-in kind; give the type another name`));
    } else if (type?.body['kind'] === 'singleton' && texts.length > 1) {
      errors.push(fileError(path, `${folder} is a singleton and takes one file; remove the others`));
    }
    entries.push(...allTexts.map((text) => entrySeed(folder, type, text, errors)));
  }
  return entries;
}

/** The text below the front matter is the value of the first rich text field. */
function entrySeed(kind: string, type: Seed | undefined, text: SettingsText, errors: SeedError[]): Seed {
  const { stem, data: settings, markdown, file } = text;
  const body = { ...settings };
  if (markdown !== null) {
    const values = isRecord(settings['values']) ? settings['values'] : {};
    const key = fieldsOf(type ?? { body: {} })
      .filter((field) => field['type'] === 'richtext')
      .map((field) => String(field['key']))[0];
    if (key === undefined) {
      errors.push(fileError(file, `${kind} has no rich text field for the text below the front matter`));
    } else if (Object.hasOwn(values, key)) {
      const why = 'it is written below the front matter too; keep one of the two';
      errors.push(text.errorAt(['values', key], why));
    } else {
      body['values'] = { ...values, [key]: { markdown } };
    }
  }
  const [original, locale] = stem.split('.');
  if (locale !== undefined) return translationOf({ kind, name: `${kind}/${original}`, locale }, text, body);
  const seed = seedOf({ name: `${kind}/${stem}`, kind, text, body });
  return { ...seed, uses: [{ name: `type/${kind}`, path: [], markdownLine: null }, ...seed.uses] };
}

/** Reads the images in `images/images.json`, which need a file each; returns none if the list is missing. */
async function readImages(root: string, errors: SeedError[]): Promise<Seed[]> {
  const list = 'images.json';
  if (!(await namesOf(root, 'images', 'files')).includes(list)) return [];
  const text = await readSeedText(root, `images/${list}`);
  if (Array.isArray(text)) {
    errors.push(...text);
    return [];
  }
  const images: Seed[] = [];
  for (const [i, body] of listOf(text.data).entries()) {
    const file = String(body['file_name']);
    const stats = await stat(join(root, 'images', file)).catch(() => null);
    if (stats?.isFile() === true)
      images.push(seedOf({ name: `image/${file}`, kind: 'image', text, body }, [i]));
    else errors.push(text.errorAt([i, 'file_name'], `the file images/${file} is missing; add it`));
  }
  return images;
}

/** The items of the list. Those that are not objects become empty objects, which the service rejects. */
function listOf(data: unknown): Record<string, unknown>[] {
  return (Array.isArray(data) ? data : [data]).map((item: unknown) => (isRecord(item) ? item : {}));
}

/** A file name with the code of a locale before its ending. */
const translatedName = /^([^.]*)\.[a-z]{2,3}(-[A-Za-z0-9]+)*(\.[a-z]+)$/;

/**
 * Reads every file of a folder with one of `endings`; other files are errors, except dot files. With `isTranslated`, the
 * code of a locale can come before the ending.
 */
async function readTexts(
  root: string,
  folder: string,
  { endings, isTranslated = false }: { endings: readonly string[]; isTranslated?: boolean },
  errors: SeedError[],
): Promise<SettingsText[]> {
  const texts: SettingsText[] = [];
  for (const name of await namesOf(root, folder, 'files')) {
    const file = `${folder}/${name}`;
    const [stem] = name.split('.');
    const originalName = isTranslated ? name.replace(translatedName, '$1$3') : name;
    if (!endings.includes(originalName.slice(stem?.length))) {
      errors.push(
        fileError(file, `files here end in ${endings.join(' or ')}; rename it or move it elsewhere`),
      );
    } else if (!/^[a-z0-9][a-z0-9_-]{0,119}$/.test(stem ?? '')) {
      errors.push(fileError(file, 'name it with lower-case letters, digits and hyphens'));
    } else {
      const text = await readSeedText(root, file);
      if (Array.isArray(text)) errors.push(...text);
      else if (isRecord(text.data)) texts.push({ ...text, data: text.data });
      else errors.push(text.errorAt([], 'the settings must be an object of names and values'));
    }
  }
  return texts;
}

/** Returns the names in a folder, sorted, without dot files; empty if the folder doesn't exist. */
async function namesOf(root: string, folder: string, kind: 'files' | 'folders'): Promise<string[]> {
  try {
    const all = await readdir(join(root, folder), { withFileTypes: true });
    return all
      .filter((entry) => entry.isDirectory() === (kind === 'folders') && !entry.name.startsWith('.'))
      .map((entry) => entry.name)
      .sort();
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return [];
    throw cause;
  }
}

function fileError(file: string, message: string): SeedError {
  return { file, line: null, key: '', message };
}
