import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readForm } from './forms.ts';
import { type NameUse, namesInForm, namesInRichtext } from './names.ts';
import type { Form, ModuleKind } from './schema.ts';
import type { SeedError } from './seed-errors.ts';
import { type SeedText, readSeedText } from './text.ts';

/** The seeds that come with the product. */
export const seedsFolder = fileURLToPath(new URL('../../seeds/', import.meta.url));

/** One seed of a module: what its file says. */
export interface Seed<T> {
  /** By which other seeds name it: `kb_article/drying-a-wet-kite`. */
  name: string;
  file: string;
  /** As the file says, else the file's name. */
  slug: string;
  data: T;
}

/** A seed with a text; names in it still stand as `seed:...`. */
export interface ArticleSeed<T> extends Seed<T> {
  body: { markdown: string } | null;
}

/** A seed beside what the checks between files need: its text and the names that it uses. */
export interface Loaded<T> {
  seed: T;
  kind: string;
  text: SeedText;
  uses: NameUse[];
}

/** Where seeds of one kind are, and which form they have. */
export interface SeedFolder<D> {
  kind: ModuleKind;
  folder: string;
  ending: '.json' | '.md';
  form: Form<D>;
}

export function areErrors<T>(value: T | SeedError[]): value is SeedError[] {
  return Array.isArray(value);
}

/** Reads every seed of one module kind, in the order of their file names; faults are added to `faults`. */
export async function readModuleFolder<D extends { slug?: string }>(
  root: string,
  { kind, folder, ending, form }: SeedFolder<D>,
  faults: SeedError[],
): Promise<Loaded<ArticleSeed<D>>[]> {
  const loaded: Loaded<ArticleSeed<D>>[] = [];
  for (const text of await readTexts(root, folder, [ending], faults)) {
    const data = readForm(form, text);
    if (areErrors(data)) {
      faults.push(...data);
      continue;
    }
    const { file, stem, markdown } = text;
    const body = markdown === null ? null : { markdown };
    const seed = { name: `${kind}/${stem}`, file, slug: data.slug ?? stem, data, body };
    const uses = [...namesInForm(form, data), ...namesInRichtext(body, ['body'])];
    loaded.push({ seed, kind, text, uses });
  }
  return loaded;
}

/** Reads every file of a folder that ends as one of `endings`; a file that does not is a fault, a dot file is not. */
export async function readTexts(
  root: string,
  folder: string,
  endings: readonly string[],
  faults: SeedError[],
): Promise<SeedText[]> {
  const texts: SeedText[] = [];
  for (const name of await namesIn(root, folder, 'files')) {
    const file = `${folder}/${name}`;
    const [stem] = name.split('.');
    if (!endings.includes(name.slice(stem?.length))) {
      faults.push(
        fileFault(file, `files here end in ${endings.join(' or ')}; rename it or move it elsewhere`),
      );
    } else if (!/^[a-z0-9][a-z0-9_-]{0,119}$/.test(stem ?? '')) {
      faults.push(fileFault(file, 'name it with lower-case letters, digits and hyphens'));
    } else {
      const text = await readSeedText(root, file);
      if (areErrors(text)) faults.push(...text);
      else texts.push(text);
    }
  }
  return texts;
}

/** Names in a folder, sorted, without dot files; none when there is no such folder. */
export async function namesIn(root: string, folder: string, what: 'files' | 'folders'): Promise<string[]> {
  try {
    const all = await readdir(join(root, folder), { withFileTypes: true });
    return all
      .filter((found) => found.isDirectory() === (what === 'folders') && !found.name.startsWith('.'))
      .map((found) => found.name)
      .sort();
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return [];
    throw cause;
  }
}

export function fileFault(file: string, message: string): SeedError {
  return { file, line: null, key: '', message };
}
