import { idPrefixes, kindOfId } from '../../contract/ids.ts';
import { limits } from '../../contract/limits.ts';
import { type ExistingTarget, idsExpectedMessage, type TargetKind } from '../../contract/fields/links.ts';
import { apiError, ApiError } from '../../contract/errors/api-error.ts';
import type { ProjectContext } from '../../core/context/index.ts';

/** An id in a body, and what its place takes. */
export interface WrittenId {
  id: string;
  expected: TargetKind;
  /** Of an entry: the type that the field takes; undefined where any will do (rich text). */
  contentType?: string | undefined;
  /** Where it stands, for errors and warnings. */
  param: string;
  /** The block in which it stands. */
  blockId?: string | undefined;
  /** The field whose value the id is, and whether it is one of a list; absent for ids in rich text. */
  field?: { name: string; isList: boolean; isFile?: true | undefined } | undefined;
  /** MIME types and groups that the place takes. */
  accept?: readonly string[] | undefined;
  /** In bodies of the built-in modules: the code for an id of the right kind that leads nowhere (specification: unknown-links). */
  missing?: 'unknown_author' | 'unknown_blog_category' | 'unknown_kb_collection' | 'unknown_kb_section';
}

/** A link that was written to something that readers cannot see now (specification: written-values). */
export interface UnpublishedWarning {
  code: 'reference_unpublished';
  message: string;
  param: string;
  id: string;
  block_id?: string;
}

/** How the kinds are called in `expected` and `got`. */
const kindNames: Record<TargetKind, string> = {
  blog_article: 'blog_article',
  blog_category: 'blog_category',
  author: 'author',
  kb_article: 'kb_article',
  kb_collection: 'kb_collection',
  kb_section: 'kb_section',
  entry: 'entry',
  media: 'media',
};

/** The prefix of an id of any kind. */
const idForm = new RegExp(`^(?:${Object.values(idPrefixes).join('|')})_`);

/** How many ids of one field are reported as leading nowhere, at most: an answer lists 20 problems in all. */
const faultsPerField = 20;
/** Problems after which an id that stands twice in a field is reported once. */
const plenty = 400;

/**
 * Checks every written id for existence, project, release and type, one query for each kind (specification: written-values).
 * @returns faults (`unknown_link`, in the order written; the caller joins them with its own) and warnings.
 * @throws invalid_field_value when there are more different ids than one write may have
 */
export async function checkWrittenIds(
  context: ProjectContext,
  written: readonly WrittenId[],
): Promise<{ faults: ApiError[]; warnings: UnpublishedWarning[] }> {
  const found = new Map<TargetKind, Map<string, ExistingTarget>>();
  for (const [kind, ids] of idsByKind(written)) found.set(kind, await existing(context, kind, ids));

  const faults: ApiError[] = [];
  const told = new ReportedProblems();
  const warnings: UnpublishedWarning[] = [];
  for (const place of written) {
    const kind = targetKindOf(place.id);
    const target = kind === null ? undefined : found.get(kind)?.get(place.id);
    // Two entries differ by their types; for all else the kind says enough.
    const sameKind = kind === place.expected;
    const got =
      target === undefined || kind === null
        ? 'nothing'
        : nameOf(kind, sameKind ? target.contentType : undefined);
    const expected = nameOf(place.expected, sameKind ? place.contentType : undefined);
    const fits =
      kind === place.expected &&
      (place.contentType === undefined || target?.contentType === place.contentType);
    if ((target === undefined || !fits) && !told.isNews(place)) continue;
    if (target === undefined && place.missing !== undefined && kind === place.expected) {
      faults.push(apiError(place.missing, { slug: place.id }, { param: place.param, expected, got }));
    } else if (target === undefined || !fits) {
      const hints = { param: place.param, ...inBlock(place), expected, got };
      const { field, id } = place;
      // Names, URLs and slugs have no prefix of any kind.
      const isNoId = field !== undefined && !idForm.test(id);
      const unknown = apiError('unknown_link', { id }, hints);
      faults.push(
        isNoId ? new ApiError(unknown.code, idsExpectedMessage({ ...place, ...field }), hints) : unknown,
      );
    } else if (!accepts(place, target)) {
      const types = (place.accept ?? []).join(', ');
      const hints = { param: place.param, ...inBlock(place), expected: types, got: target.mimeType ?? '' };
      const why = `it must be a file of the type ${types}`;
      faults.push(apiError('invalid_field_value', { name: place.field?.name ?? place.param, why }, hints));
    } else if (!target.live) {
      const message = `${place.id} is not published; it reads null until it is.`;
      warnings.push({
        code: 'reference_unpublished',
        message,
        param: place.param,
        id: place.id,
        ...inBlock(place),
      });
    }
  }
  return { faults, warnings };
}

function accepts({ accept }: WrittenId, { mimeType = '' }: ExistingTarget): boolean {
  return (
    accept === undefined ||
    accept.some((type) => (type.endsWith('/*') ? mimeType.startsWith(type.slice(0, -1)) : type === mimeType))
  );
}

function inBlock({ blockId }: WrittenId): { block_id?: string } {
  return blockId === undefined ? {} : { block_id: blockId };
}

/** The different ids of each kind. @throws invalid_field_value at the first that is one too many */
function idsByKind(written: readonly WrittenId[]): Map<TargetKind, string[]> {
  const most = limits.ids_per_write_max;
  const seen = new Set<string>();
  const byKind = new Map<TargetKind, string[]>();
  for (const { id, param } of written) {
    if (seen.has(id)) continue;
    seen.add(id);
    if (seen.size > most) throw tooManyIds(param, most);
    const kind = targetKindOf(id);
    if (kind === null) continue;
    const ids = byKind.get(kind);
    if (ids === undefined) byKind.set(kind, [id]);
    else ids.push(id);
  }
  return byKind;
}

function tooManyIds(param: string, most: number): ApiError {
  const why = `one write points at no more than ${most} different things; write the fields one after another`;
  const hints = { param, expected: `at most ${most} different ids in all`, got: 'more' };
  return apiError('invalid_field_value', { name: fieldOf(param), why }, hints);
}

/** Which problems were reported already: of a body full of them no more than an answer can use. */
class ReportedProblems {
  readonly #places = new Set<string>();
  readonly #countByField = new Map<string, number>();
  #count = 0;

  isNews({ id, param }: WrittenId): boolean {
    const field = fieldOf(param);
    const place = `${param} ${id}`;
    const ofField = this.#countByField.get(field) ?? 0;
    const isDouble = this.#places.has(place);
    if (isDouble ? this.#count >= plenty : ofField >= faultsPerField) return false;
    this.#count += 1;
    if (!isDouble) this.#countByField.set(field, ofField + 1);
    this.#places.add(place);
    return true;
  }
}

function fieldOf(param: string): string {
  return param.split(/[.[]/, 1)[0] ?? param;
}

function nameOf(kind: TargetKind, contentType: string | undefined): string {
  return contentType === undefined ? kindNames[kind] : `${kindNames[kind]} of ${contentType}`;
}

export function targetKindOf(id: string): TargetKind | null {
  const kind = kindOfId(id);
  return kind !== null && kind in kindNames ? (kind as TargetKind) : null;
}

/** Whether an id leads to something of this kind in the project, live or not. */
export async function linkTargetExists(
  context: ProjectContext,
  kind: TargetKind,
  id: string,
): Promise<boolean> {
  return (await existing(context, kind, [id])).has(id);
}

async function existing(
  context: ProjectContext,
  kind: TargetKind,
  ids: readonly string[],
): Promise<Map<string, ExistingTarget>> {
  if (kind === 'media') return context.sources.images.existing(context, ids);
  if (kind === 'entry') return context.sources.entries.existing(context, ids);
  const source = context.sources.links.find((one) => one.kind === kind);
  return source === undefined ? new Map() : source.existing(context, ids);
}
