import { didYouMean } from '../contract/suggest.ts';
import type { Loaded, Seed } from './folders.ts';
import type { NameUse } from './names.ts';
import { type ModuleKind, moduleKinds } from './schema.ts';
import type { SeedError } from './seed-errors.ts';

/** Kinds are stored in this order, entries of custom types last; a seed names only what is stored by then. */
const storingOrder: Readonly<Record<ModuleKind, number>> = {
  author: 0,
  blog_category: 0,
  kb_collection: 0,
  kb_section: 1,
  kb_article: 2,
  blog_article: 3,
};
const entriesPlace = 4;

type Named = Loaded<{ name: string }>;

/** A fault for each name that belongs to no file, is of the wrong kind, or is stored later than the seed that uses it. */
export function checkNames(loaded: readonly Named[]): SeedError[] {
  const names = loaded.map(({ seed }) => seed.name);
  const known = new Set(names);
  return loaded.flatMap(({ kind, text, uses }) =>
    uses.flatMap((use) => {
      const message = known.has(use.name) ? misuse(kind, use) : unknownName(use, names);
      if (use.kind === 'image' || message === null) return [];
      const fault = text.fault(use.path, message);
      if (use.markdownLine === null) return [fault];
      return [{ ...fault, line: text.markdownLine + use.markdownLine }];
    }),
  );
}

/** A fault for each picture that is shown and not on the list; without a list seeds are loaded without pictures. */
export function checkPictures(loaded: readonly Named[], files: readonly string[]): SeedError[] {
  if (files.length === 0) return [];
  return loaded.flatMap(({ text, uses }) =>
    uses.flatMap(({ kind, name, path, markdownLine }) => {
      if (kind !== 'image' || files.includes(name)) return [];
      const meant = didYouMean(name, files);
      const hint = meant === undefined ? '' : ` Did you mean "${meant}"?`;
      const fault = text.fault(path, `no picture is called "${name}".${hint} images/images.json lists them`);
      return [markdownLine === null ? fault : { ...fault, line: text.markdownLine + markdownLine }];
    }),
  );
}

function misuse(user: string, { name, kind }: NameUse): string | null {
  const named = kindOf(name);
  if (kind === 'type') return null;
  if (kind !== 'any' && kind !== named)
    return `"${name}" is a ${named}; the name of a file of kind ${kind} belongs here`;
  if (placeOf(named) <= placeOf(user)) return null;
  return `a ${user} cannot name a ${named}, because it is stored earlier; link by address instead`;
}

function unknownName({ name, kind }: NameUse, names: readonly string[]): string {
  const candidates = names.filter((other) => kind === 'any' || kindOf(other) === kind);
  const meant = didYouMean(name, candidates);
  const hint = meant === undefined ? '' : ` Did you mean "${meant}"?`;
  return `no file belongs to "${name}".${hint} Add the file, or correct the name`;
}

/** A type is named by its slug alone, everything else by kind and file name. */
function kindOf(name: string): string {
  const slash = name.indexOf('/');
  return slash === -1 ? 'type' : name.slice(0, slash);
}

function placeOf(kind: string): number {
  const module = moduleKinds.find((name) => name === kind);
  return module === undefined ? entriesPlace : storingOrder[module];
}

/** A fault for every seed whose slug a file before it of the same kind has. */
export function checkSlugs(loaded: readonly Loaded<Seed<unknown>>[]): SeedError[] {
  const owners = new Map<string, string>();
  return loaded.flatMap(({ kind, seed: { slug, file }, text }) => {
    const owner = owners.get(`${kind} ${slug}`);
    if (owner === undefined) owners.set(`${kind} ${slug}`, file);
    return owner === undefined ? [] : [text.fault(['slug'], `${owner} has the slug "${slug}" already`)];
  });
}
