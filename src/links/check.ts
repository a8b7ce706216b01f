import { kindOfId } from '../contract/ids.ts';
import type { Existing, TargetKind } from '../contract/links.ts';
import { problem, type Problem } from '../contract/problem.ts';
import type { ProjectCall } from '../platform/call.ts';

/** An id in a body, and what its place takes. */
export interface WrittenId {
  id: string;
  expected: TargetKind;
  /** Of an entry: the type that the field takes; undefined where any will do (rich text). */
  contentType?: string | undefined;
  /** Where it stands, for errors and warnings. */
  param: string;
  /** In bodies of the built-in modules: the code for an id of the right kind that leads nowhere (contract, section 5). */
  missing?: 'unknown_author' | 'unknown_blog_category' | 'unknown_kb_collection' | 'unknown_kb_section';
}

/** A link that was written to something that readers cannot see now (spec, "Custom content"). */
export interface UnpublishedWarning {
  code: 'reference_unpublished';
  message: string;
  param: string;
  id: string;
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

/**
 * Checks every written id for existence, project, release and type, one query for each kind (spec, "Entry").
 * @returns faults (`unknown_link`, in the order written; the caller joins them with its own) and warnings.
 */
export async function checkWrittenIds(
  call: ProjectCall,
  written: readonly WrittenId[],
): Promise<{ faults: Problem[]; warnings: UnpublishedWarning[] }> {
  const found = new Map<TargetKind, Map<string, Existing>>();
  for (const kind of Object.keys(kindNames) as TargetKind[]) {
    const ids = [...new Set(written.map(({ id }) => id).filter((id) => targetKindOf(id) === kind))];
    if (ids.length > 0) found.set(kind, await existing(call, kind, ids));
  }

  const faults: Problem[] = [];
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
    if (target === undefined && place.missing !== undefined && kind === place.expected) {
      faults.push(problem(place.missing, { slug: place.id }, { param: place.param, expected, got }));
    } else if (target === undefined || !fits) {
      faults.push(problem('unknown_link', { id: place.id }, { param: place.param, expected, got }));
    } else if (!target.live) {
      const message = `${place.id} is not published; it reads null until it is.`;
      warnings.push({ code: 'reference_unpublished', message, param: place.param, id: place.id });
    }
  }
  return { faults, warnings };
}

function nameOf(kind: TargetKind, contentType: string | undefined): string {
  return contentType === undefined ? kindNames[kind] : `${kindNames[kind]} of ${contentType}`;
}

export function targetKindOf(id: string): TargetKind | null {
  const kind = kindOfId(id);
  return kind !== null && kind in kindNames ? (kind as TargetKind) : null;
}

/** Whether an id leads to something of this kind in the project, live or not. */
export async function exists(call: ProjectCall, kind: TargetKind, id: string): Promise<boolean> {
  return (await existing(call, kind, [id])).has(id);
}

async function existing(
  call: ProjectCall,
  kind: TargetKind,
  ids: readonly string[],
): Promise<Map<string, Existing>> {
  if (kind === 'media') return call.sources.images.existing(call, ids);
  if (kind === 'entry') return call.sources.entries.existing(call, ids);
  const source = call.sources.links.find((one) => one.kind === kind);
  return source === undefined ? new Map() : source.existing(call, ids);
}
