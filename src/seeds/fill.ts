import { isRecord, kindNamedBy, seedInMarkdown } from './names.ts';
import { type FieldFile, moduleKinds } from './schema.ts';

/** What the names in seeds stand for by now; null for what is not stored (yet). */
export interface SeedIds {
  /** `product/tern`, `kb_article/drying-a-wet-kite` */
  idOf(name: string): string | null;
  /** `tern.png` */
  mediaIdOf(image: string): string | null;
}

type SeedValues = Readonly<Record<string, unknown>>;

const modules: readonly string[] = moduleKinds;

/**
 * The values of an entry with ids in place of names, ready to be written. A name that stands for nothing leaves its
 * field empty, its list one shorter, its link plain text.
 */
export function fillValues(
  fields: readonly FieldFile[],
  values: SeedValues,
  ids: SeedIds,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).map(([key, value]) => {
      const field = fields.find((candidate) => candidate.key === key);
      return [key, field === undefined ? value : fillValue(field, value, ids)];
    }),
  );
}

function fillValue(field: FieldFile, value: unknown, ids: SeedIds): unknown {
  if (field.type === 'richtext') return fillRichtext(value, ids);
  const kind = kindNamedBy(field);
  if (kind === null) return value;
  const fill = (name: unknown) => {
    if (typeof name !== 'string') return name;
    return kind === 'image' ? ids.mediaIdOf(name) : ids.idOf(name);
  };
  return Array.isArray(value) ? value.map(fill).filter((id) => id !== null) : fill(value);
}

/**
 * A rich text value with ids in place of names. In Markdown `seed:` addresses become `kb_article:kba_...`,
 * `entry:ent_...` and `med_...`, which is how the API writes them there.
 */
export function fillRichtext(value: unknown, ids: SeedIds): unknown {
  if (!isRecord(value)) return value;
  const { markdown } = value;
  return typeof markdown === 'string'
    ? { ...value, markdown: fillMarkdown(markdown, ids) }
    : fillNode(value, ids);
}

function fillMarkdown(markdown: string, ids: SeedIds): string {
  return markdown.replace(seedInMarkdown, (_all, ...[bang, text = '', name = '', title = '']: string[]) => {
    if (bang === '!') {
      const media = ids.mediaIdOf(name);
      return media === null ? '' : `![${text}](${media}${title})`;
    }
    const id = ids.idOf(name);
    return id === null ? text : `[${text}](${refTypeOf(name)}:${id}${title})`;
  });
}

function refTypeOf(name: string): string {
  const kind = name.slice(0, name.indexOf('/'));
  return modules.includes(kind) ? kind : 'entry';
}

function fillNode(node: SeedValues, ids: SeedIds): SeedValues {
  const { content, marks, attrs } = node;
  const filled: Record<string, unknown> = { ...node };
  if (node['type'] === 'image' && isRecord(attrs)) {
    filled['attrs'] = { ...attrs, media_id: mediaIdIn(attrs, ids) };
  }
  if (Array.isArray(marks)) filled['marks'] = marks.flatMap((mark: unknown) => fillMark(mark, ids));
  if (Array.isArray(content)) {
    const kept = content.filter((child) => !isMissingImage(child, ids));
    // A cell or an item may not be left without any block.
    filled['content'] =
      kept.length === 0 && content.length > 0
        ? [{ type: 'paragraph' }]
        : kept.map((child: unknown) => (isRecord(child) ? fillNode(child, ids) : child));
  }
  return filled;
}

function isMissingImage(node: unknown, ids: SeedIds): boolean {
  if (!isRecord(node) || node['type'] !== 'image' || !isRecord(node['attrs'])) return false;
  return mediaIdIn(node['attrs'], ids) === null;
}

function mediaIdIn({ media_id: image }: SeedValues, ids: SeedIds): unknown {
  return typeof image === 'string' ? ids.mediaIdOf(image) : image;
}

function fillMark(mark: unknown, ids: SeedIds): unknown[] {
  if (!isRecord(mark) || !isRecord(mark['attrs'])) return [mark];
  const { ref } = mark['attrs'];
  if (!isRecord(ref) || typeof ref['id'] !== 'string') return [mark];
  const id = ids.idOf(ref['id']);
  return id === null ? [] : [{ ...mark, attrs: { ...mark['attrs'], ref: { ...ref, id } } }];
}
