import { ApiError } from '../../contract/errors/api-error.ts';
import {
  DefineBlock,
  defineBlock,
  DefineContentType,
  defineType,
  listBlocks,
  listContentTypes,
  putBlock,
  putContentType,
} from '../../content/index.ts';
import type { ProjectContext, ReleaseContext } from '../../core/context/index.ts';
import { bodyChecker } from '../../core/http/index.ts';
import type { BundleLine } from '../bundle/schema.ts';
import { redirectDefinition, redirectType } from './item-writers.ts';
import type { ItemFailure, ItemResult, ItemWarning } from './schema.ts';
import { failureOf } from './store/store-batch.ts';

interface SentField {
  key?: unknown;
  type?: unknown;
  options?: { content_type?: unknown; blocks?: unknown; localized?: unknown; fallback?: unknown };
}

/** A content type or block of the bundle. */
interface Definition {
  /** Null for the type of redirects, which no line defines. */
  line: BundleLine | null;
  kind: 'type' | 'block';
  slug: string;
  body: Record<string, unknown>;
  warnings: readonly ItemWarning[];
}

interface CurrentDefinition {
  kind?: string;
  fields: readonly SentField[];
}

/** What happened to the definition of a line. */
export interface DefinitionOutcome {
  line: BundleLine;
  result: ItemResult;
  failure?: ItemFailure;
  warnings: readonly ItemWarning[];
}

/** How definitions are stored. */
export interface DefinitionStore {
  /** Creates a context of the release that sees the newest state. */
  newContext: () => Promise<ReleaseContext>;
  /** Whether the context already runs in a transaction, which the writes join. */
  joins: boolean;
}

const checks = { type: bodyChecker(DefineContentType), block: bodyChecker(DefineBlock) };

/** The definitions of a bundle for a project. `redirects` adds the type of redirects. */
export function definitionsOf(
  lines: readonly BundleLine[],
  { redirects, project }: { redirects: boolean; project: ProjectContext['project'] },
): Definition[] {
  const hasLocales = project.locales.list.length > 1;
  const definitions = lines.map((line): Definition => ({
    line,
    kind: line.file === 'types' ? 'type' : 'block',
    slug: line.sourceId,
    ...(hasLocales ? { body: line.body, warnings: [] } : withoutLocalized(line.body)),
  }));
  const redirect = { line: null, kind: 'type', slug: redirectType, body: redirectDefinition } as const;
  return redirects ? [...definitions, { ...redirect, warnings: [] }] : definitions;
}

/** The definition for a project with one locale. `localized` is omitted, as are values in locales that a project lacks. */
function withoutLocalized(body: Definition['body']): Pick<Definition, 'body' | 'warnings'> {
  const fields: unknown = body['fields'];
  if (!Array.isArray(fields)) return { body, warnings: [] };
  const warnings: ItemWarning[] = [];
  const oneLocaleFields = (fields as (SentField | null)[]).map((field, i) => {
    if (field?.options?.localized !== true) return field;
    warnings.push({
      code: 'unknown_locale',
      message: `The project has one locale, so the field ${JSON.stringify(field.key)} is not localized. Add locales before you load to keep its translations.`,
      param: `fields[${i}].options.localized`,
    });
    const { localized: _localized, fallback: _fallback, ...options } = field.options;
    return { ...field, options };
  });
  return { body: { ...body, fields: oneLocaleFields }, warnings };
}

/**
 * Creates types and blocks, and adds missing fields to existing ones. No field is removed. Definitions can refer to each other
 * in any order: fields that refer to a later definition are added afterwards.
 */
export async function storeDefinitions(
  definitions: readonly Definition[],
  store: DefinitionStore,
): Promise<DefinitionOutcome[]> {
  const existing = await findCurrentDefinitions(await store.newContext());
  const definedNames = new Set(existing.keys());
  const outcomes: DefinitionOutcome[] = [];
  const incomplete: { definition: Definition; outcome: DefinitionOutcome | null }[] = [];
  for (const definition of definitions) {
    const name = nameOf(definition);
    const current = existing.get(name) ?? null;
    const fields = fieldsOf(definition);
    const ready = fields.filter((field) => !refersToUnknown(field, definedNames, definition));
    const result = await storeDefinition(store, definition, { current, fields: ready });
    if (result.result !== 'failed') definedNames.add(name);
    const { line, warnings } = definition;
    const outcome = line === null ? null : { line, warnings, ...result };
    if (outcome !== null) outcomes.push(outcome);
    if (result.result !== 'failed' && ready.length < fields.length) incomplete.push({ definition, outcome });
  }
  const newest = incomplete.length === 0 ? existing : await findCurrentDefinitions(await store.newContext());
  for (const { definition, outcome } of incomplete) {
    const current = newest.get(nameOf(definition)) ?? null;
    const result = await storeDefinition(store, definition, { current, fields: fieldsOf(definition) });
    if (outcome === null) continue;
    if (result.failure !== undefined) Object.assign(outcome, result);
    else if (outcome.result === 'unchanged' && result.result === 'updated') outcome.result = 'updated';
  }
  return outcomes;
}

const nameOf = ({ kind, slug }: Pick<Definition, 'kind' | 'slug'>) => `${kind} ${slug}`;

function fieldsOf({ body }: Definition): SentField[] {
  return Array.isArray(body['fields']) ? (body['fields'] as SentField[]) : [];
}

/** Whether a field refers to a definition that is not stored yet. A reference to the definition itself is allowed. */
function refersToUnknown(
  field: SentField | null,
  definedNames: ReadonlySet<string>,
  own: Pick<Definition, 'kind' | 'slug'>,
): boolean {
  const { content_type: type, blocks } = field?.options ?? {};
  const names = [
    ...(typeof type === 'string' ? [`type ${type}`] : []),
    ...(Array.isArray(blocks) ? blocks.map((slug) => `block ${String(slug)}`) : []),
  ];
  return names.some((name) => !definedNames.has(name) && name !== nameOf(own));
}

async function findCurrentDefinitions(context: ReleaseContext): Promise<Map<string, CurrentDefinition>> {
  const [types, blocks] = [await listContentTypes(context), await listBlocks(context)];
  return new Map<string, CurrentDefinition>([
    ...types.data.map((type): [string, CurrentDefinition] => [`type ${type.slug}`, type]),
    ...blocks.data.map((block): [string, CurrentDefinition] => [`block ${block.slug}`, block]),
  ]);
}

async function storeDefinition(
  store: DefinitionStore,
  { kind, slug, body }: Definition,
  { current, fields }: { current: CurrentDefinition | null; fields: readonly SentField[] },
): Promise<{ result: ItemResult; failure?: ItemFailure }> {
  const merged = mergeFields(current?.fields ?? [], fields);
  const isOtherKind =
    current?.kind !== undefined && body['kind'] !== undefined && body['kind'] !== current.kind;
  if (current !== null && !isOtherKind && !merged.isChanged) return { result: 'unchanged' };
  // An existing definition keeps its name, labels and groups.
  const { fields: _fields, ...settings } = body;
  const newSettings = current === null ? settings : { ...(isOtherKind ? { kind: body['kind'] } : {}) };
  try {
    await write(store, { kind, slug, body: { ...newSettings, fields: merged.fields } });
    return { result: current === null ? 'created' : 'updated' };
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) throw error;
    return { result: 'failed', failure: failureOf(error) };
  }
}

/** The current fields, then the missing ones. A sent field with another type than the current one replaces it, so that the API rejects the change. */
function mergeFields(
  current: readonly SentField[],
  sent: readonly SentField[],
): { fields: SentField[]; isChanged: boolean } {
  const byKey = new Map(sent.map((field) => [field.key, field]));
  const conflicts = current.filter(({ key, type }) => byKey.has(key) && byKey.get(key)?.type !== type);
  const missingFields = sent.filter(({ key }) => !current.some((field) => field.key === key));
  const fields = current.map((field) =>
    conflicts.includes(field) ? (byKey.get(field.key) ?? field) : field,
  );
  return { fields: [...fields, ...missingFields], isChanged: conflicts.length + missingFields.length > 0 };
}

async function write(
  { newContext, joins }: DefinitionStore,
  { kind, slug, body }: Pick<Definition, 'kind' | 'slug' | 'body'>,
): Promise<void> {
  const context = await newContext();
  const guard = { allowed: [], uses: [] };
  if (kind === 'type') {
    const input = checks.type(body) as DefineContentType;
    await (joins ? defineType(context, slug, input, guard) : putContentType(context, slug, input, ''));
  } else {
    const input = checks.block(body) as DefineBlock;
    await (joins ? defineBlock(context, slug, input, guard) : putBlock(context, slug, input, ''));
  }
}
