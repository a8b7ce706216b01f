import { type Loaded, fileFault, areErrors, namesIn, readTexts } from './folders.ts';
import { explainUnknown, readForm } from './forms.ts';
import { kindNamedBy, namesInValues } from './names.ts';
import { EntryFile, TypeFile, moduleKinds } from './schema.ts';
import type { SeedError } from './seed-errors.ts';
import type { SeedText } from './text.ts';

/** A content type: `data` is the body of `PUT /v1/schema/content-types/{slug}`. */
export interface TypeSeed {
  /** Its slug, which is the file's name. */
  name: string;
  file: string;
  data: TypeFile;
}

/** One entry; rich text that was written below the front matter stands in `values` as `{markdown}`. */
export interface EntrySeed {
  /** By which other seeds name it: `product/tern`. */
  name: string;
  file: string;
  type: string;
  /** As written, with names in place of ids. */
  values: Readonly<Record<string, unknown>>;
  publish: boolean;
  published_at: string | null;
}

const modules: readonly string[] = moduleKinds;

/** Reads `custom/types`; faults are added to `faults`. */
export async function readTypes(root: string, faults: SeedError[]): Promise<Loaded<TypeSeed>[]> {
  const loaded: Loaded<TypeSeed>[] = [];
  for (const text of await readTexts(root, 'custom/types', ['.json'], faults)) {
    const data = readForm(TypeFile, text);
    if (areErrors(data)) {
      faults.push(...data);
    } else if (modules.includes(text.stem)) {
      faults.push(fileFault(text.file, `${text.stem} is a built-in kind; give the type another name`));
    } else {
      const seed = { name: text.stem, file: text.file, data };
      loaded.push({ seed, kind: 'type', text, uses: typesNamedBy(data) });
    }
  }
  return loaded;
}

function typesNamedBy({ fields }: TypeFile) {
  return fields.flatMap((field, i) => {
    if (field.type !== 'reference' && field.type !== 'reference_list') return [];
    const path = ['fields', i, 'options', 'content_type'];
    return [{ name: kindNamedBy(field) ?? '', kind: 'type', path, markdownLine: null }];
  });
}

/** Reads `custom/entries/<type>` for each type; faults are added to `faults`. */
export async function readEntries(
  root: string,
  types: readonly TypeSeed[],
  faults: SeedError[],
): Promise<Loaded<EntrySeed>[]> {
  const loaded: Loaded<EntrySeed>[] = [];
  for (const folder of await namesIn(root, 'custom/entries', 'folders')) {
    const path = `custom/entries/${folder}`;
    const type = types.find(({ name }) => name === folder);
    if (type === undefined) {
      faults.push(fileFault(path, `there is no type of this name; add custom/types/${folder}.json`));
      continue;
    }
    const texts = await readTexts(root, path, ['.json', '.md'], faults);
    for (const text of texts) {
      const entry = readEntry(type, text);
      if (areErrors(entry)) faults.push(...entry);
      else
        loaded.push({ seed: entry, kind: folder, text, uses: namesInValues(type.data.fields, entry.values) });
    }
    if (type.data.kind === 'singleton' && texts.length > 1) {
      faults.push(fileFault(path, `${folder} is a singleton and takes one file; remove the others`));
    }
  }
  return loaded;
}

function readEntry({ name: type, data: { fields } }: TypeSeed, text: SeedText): EntrySeed | SeedError[] {
  const data = readForm(EntryFile, text);
  if (areErrors(data)) return data;
  const { file, stem, markdown } = text;
  const faults: SeedError[] = [];
  const known = fields.map(({ key }) => key);
  for (const key of Object.keys(data.values)) {
    if (!known.includes(key)) faults.push(text.fault(['values', key], explainUnknown(key, known)));
  }
  const values = { ...data.values };
  if (markdown !== null) {
    const body = fields.find((field) => field.type === 'richtext')?.key;
    if (body === undefined) {
      faults.push(fileFault(file, `${type} has no rich text field for the text below the front matter`));
    } else if (Object.hasOwn(values, body)) {
      const why = 'it is written below the front matter too; keep one of the two';
      faults.push(text.fault(['values', body], why));
    } else {
      values[body] = { markdown };
    }
  }
  if (faults.length > 0) return faults;
  const { publish = true, published_at = null } = data;
  return { name: `${type}/${stem}`, file, type, values, publish, published_at };
}
