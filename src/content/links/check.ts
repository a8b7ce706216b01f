import { idPrefixes, kindOfId } from '../../contract/ids.ts';
import { limits } from '../../contract/limits.ts';
import { type ExistingTarget, idsExpectedMessage, type TargetKind } from '../../contract/fields/links.ts';
import { apiError, ApiError } from '../../contract/errors/api-error.ts';
import type { ProjectContext } from '../../core/context/index.ts';

/** An id in a request body, and the kind of target that its position accepts. */
export interface WrittenId {
  id: string;
  expected: TargetKind;
  /** For entries: the content type that the field accepts; undefined if every type is accepted (rich text). */
  contentType?: string | undefined;
  /** Path of the id in the body, for errors and warnings. */
  param: string;
  /** Id of the block that contains the id. */
  blockId?: string | undefined;
  /** The field that contains the id; absent for ids in rich text. */
  field?: { name: string; isList: boolean; isFile?: true | undefined } | undefined;
  /** Accepted MIME types and groups such as `image/*`. */
  accept?: readonly string[] | undefined;
  /** Error code of the built-in modules for an id of the right kind without a target (specification: unknown-links). */
  missing?: 'unknown_author' | 'unknown_blog_category' | 'unknown_kb_collection' | 'unknown_kb_section';
}

/** Warns about a link to a target that is not published (specification: written-values). */
export interface UnpublishedWarning {
  code: 'reference_unpublished';
  message: string;
  param: string;
  id: string;
  block_id?: string;
}

/** Names of the kinds in `expected` and `got`. */
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

const idForm = new RegExp(`^(?:${Object.values(idPrefixes).join('|')})_`);

/** Maximum unknown ids reported for one field; a response lists 20 errors in all. */
const errorsPerField = 20;
/** Number of errors after which a repeated id of a field is no longer reported again. */
const repeatsReportedMax = 400;

/**
 * Checks that every id exists in the project and release and has an accepted type, with one query for each kind
 * (specification: written-values).
 * @returns `faults` (`unknown_link` and others, in the order of the body, to be combined by the caller) and warnings
 * @throws invalid_field_value for more different ids than one write can contain
 */
export async function checkWrittenIds(
  context: ProjectContext,
  writtenIds: readonly WrittenId[],
): Promise<{ errors: ApiError[]; warnings: UnpublishedWarning[] }> {
  const targetsByKind = new Map<TargetKind, Map<string, ExistingTarget>>();
  for (const [kind, ids] of idsByKind(writtenIds))
    targetsByKind.set(kind, await findTargets(context, kind, ids));

  const errors: ApiError[] = [];
  const reported = new ReportedErrors();
  const warnings: UnpublishedWarning[] = [];
  for (const writtenId of writtenIds) {
    const kind = targetKindOf(writtenId.id);
    const target = kind === null ? undefined : targetsByKind.get(kind)?.get(writtenId.id);
    // Only entries have a content type; other targets are described by their kind.
    const sameKind = kind === writtenId.expected;
    const got =
      target === undefined || kind === null
        ? 'nothing'
        : nameOf(kind, sameKind ? target.contentType : undefined);
    const expected = nameOf(writtenId.expected, sameKind ? writtenId.contentType : undefined);
    const isAccepted =
      kind === writtenId.expected &&
      (writtenId.contentType === undefined || target?.contentType === writtenId.contentType);
    if ((target === undefined || !isAccepted) && !reported.add(writtenId)) continue;
    if (target === undefined && writtenId.missing !== undefined && kind === writtenId.expected) {
      const hints = { param: writtenId.param, expected, got };
      errors.push(apiError(writtenId.missing, { slug: writtenId.id }, hints));
    } else if (target === undefined || !isAccepted) {
      const hints = { param: writtenId.param, ...inBlock(writtenId), expected, got };
      const { field, id } = writtenId;
      // Names, URLs and slugs have no prefix of any kind.
      const isNoId = field !== undefined && !idForm.test(id);
      const unknown = apiError('unknown_link', { id }, hints);
      errors.push(
        isNoId ? new ApiError(unknown.code, idsExpectedMessage({ ...writtenId, ...field }), hints) : unknown,
      );
    } else if (!accepts(writtenId, target)) {
      const { param, field } = writtenId;
      const types = (writtenId.accept ?? []).join(', ');
      const hints = { param, ...inBlock(writtenId), expected: types, got: target.mimeType ?? '' };
      const why = `it must be a file of the type ${types}`;
      errors.push(apiError('invalid_field_value', { name: field?.name ?? param, why }, hints));
    } else if (!target.live) {
      const message = `${writtenId.id} is not published; it reads null until it is.`;
      warnings.push({
        code: 'reference_unpublished',
        message,
        param: writtenId.param,
        id: writtenId.id,
        ...inBlock(writtenId),
      });
    }
  }
  return { errors, warnings };
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

/** Groups the different ids by kind. @throws invalid_field_value at the first id above the limit */
function idsByKind(writtenIds: readonly WrittenId[]): Map<TargetKind, string[]> {
  const max = limits.ids_per_write_max;
  const uniqueIds = new Set<string>();
  const byKind = new Map<TargetKind, string[]>();
  for (const { id, param } of writtenIds) {
    if (uniqueIds.has(id)) continue;
    uniqueIds.add(id);
    if (uniqueIds.size > max) throw tooManyIds(param, max);
    const kind = targetKindOf(id);
    if (kind === null) continue;
    const ids = byKind.get(kind);
    if (ids === undefined) byKind.set(kind, [id]);
    else ids.push(id);
  }
  return byKind;
}

function tooManyIds(param: string, max: number): ApiError {
  const why = `one write points at no more than ${max} different things; write the fields one after another`;
  const hints = { param, expected: `at most ${max} different ids in all`, got: 'more' };
  return apiError('invalid_field_value', { name: fieldOf(param), why }, hints);
}

/** Limits how many unknown ids are reported, because a response lists only the first errors. */
class ReportedErrors {
  readonly #reported = new Set<string>();
  readonly #countByField = new Map<string, number>();
  #count = 0;

  /** Returns false if the id need not be reported. */
  add({ id, param }: WrittenId): boolean {
    const field = fieldOf(param);
    const key = `${param} ${id}`;
    const fieldCount = this.#countByField.get(field) ?? 0;
    const isRepeated = this.#reported.has(key);
    if (isRepeated ? this.#count >= repeatsReportedMax : fieldCount >= errorsPerField) return false;
    this.#count += 1;
    if (!isRepeated) this.#countByField.set(field, fieldCount + 1);
    this.#reported.add(key);
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

/** Whether the project contains a target of this kind with the id, live or not. */
export async function linkTargetExists(
  context: ProjectContext,
  kind: TargetKind,
  id: string,
): Promise<boolean> {
  return (await findTargets(context, kind, [id])).has(id);
}

/** Returns the existing targets of one kind by id. */
async function findTargets(
  context: ProjectContext,
  kind: TargetKind,
  ids: readonly string[],
): Promise<Map<string, ExistingTarget>> {
  if (kind === 'media') return context.sources.images.existing(context, ids);
  if (kind === 'entry') return context.sources.entries.existing(context, ids);
  const source = context.sources.links.find((candidate) => candidate.kind === kind);
  return source === undefined ? new Map() : source.existing(context, ids);
}
