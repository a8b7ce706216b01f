import { type Static, Type } from '@sinclair/typebox';
import { apiError } from '../../../contract/errors/api-error.ts';
import { type ApiRequest, ApiRefusal, type Ask, type Json, path } from '../api.ts';
import { closed, Confirm, oneOf, TypeName } from '../protocol/arguments.ts';
import { fitted } from '../protocol/fitting.ts';
import { atRevision, ownSlugOf, tried } from '../item-resource.ts';
import { confirmedTargets, toConfirm, tool } from '../protocol/tool.ts';

const Input = Type.Object(
  {
    action: oneOf('read', 'read_block', 'define_collection', 'define_singleton', 'define_block'),
    type: Type.Optional(TypeName),
    fields: Type.Optional(Type.Array(Type.Record(Type.String(), Type.Unknown()), { maxItems: 200 })),
    confirm: Confirm,
  },
  closed,
);
type Input = Static<typeof Input>;

export const schema = tool({
  name: 'schema',
  isReading: false,
  isDestructive: true,
  input: Input,
  async run(call, args) {
    const { ask } = call;
    const { action, type } = args;
    if (action.startsWith('read'))
      return { ...fitted(await ask({ method: 'GET', path: pathOf(action, type) })) };
    if (type === undefined) throw missing('type');
    if (args.fields === undefined) throw missing('fields');
    const targets = confirmedTargets(call, { tool: 'schema', args });
    const before = await definitionOf(ask, pathOf(action, type));
    const request: ApiRequest = { method: 'PUT', path: pathOf(action, type), body: bodyOf(args, before) };
    if (targets !== null) return done(await ask(atRevision(request, targets[0]?.revision ?? null)));
    const gone = goneFrom(before, args.fields);
    if (gone.length === 0) return done(await ask(atRevision(request, revisionOf(before))));
    await ask(tried(request));
    return toConfirm(
      call,
      { tool: 'schema', args },
      {
        would: {
          define: type,
          remove_fields: gone,
          with_them: 'the values of these fields, in every entry and draft',
        },
        targets: [{ id: type, revision: revisionOf(before) }],
      },
    );
  },
});

function pathOf(action: Input['action'], type: string | undefined): string {
  const list = action.endsWith('block') ? '/v1/schema/blocks' : '/v1/schema/content-types';
  return type === undefined ? list : list + path`/${ownSlugOf(type) ?? type}`;
}

/** The definition as it is; null where there is none yet. */
async function definitionOf(ask: Ask, at: string): Promise<Json | null> {
  try {
    return await ask({ method: 'GET', path: at });
  } catch (refusal) {
    if (refusal instanceof ApiRefusal && refusal.answer.status === 404) return null;
    throw refusal;
  }
}

/** What the tool does not speak of stays as it is, as far as it names a field that stays. */
function bodyOf({ action, fields = [] }: Input, before: Json | null): Json {
  const keys = new Set(fields.map(({ key }) => key));
  const labels = ['display_field', 'subtitle_field'].filter((name) => keys.has(before?.[name]));
  const kept = [...['name', 'description'].filter((name) => before?.[name] !== undefined), ...labels];
  const kind = { define_collection: { kind: 'collection' }, define_singleton: { kind: 'singleton' } };
  return {
    ...Object.fromEntries(kept.map((name) => [name, before?.[name]])),
    ...(kind as Record<string, Json>)[action],
    fields,
  };
}

function goneFrom(before: Json | null, fields: readonly Json[]): unknown[] {
  const keys = new Set(fields.map(({ key }) => key));
  return ((before?.['fields'] ?? []) as Json[]).map(({ key }) => key).filter((key) => !keys.has(key));
}

function revisionOf(before: Json | null): number | null {
  return before === null ? null : Number(before['revision']);
}

function done({ slug, kind, fields, revision }: Json): Json {
  return { done: true, ...(fitted({ slug, kind, fields, revision }) as Json) };
}

function missing(name: string): Error {
  return apiError('missing_required_field', { name }, { param: name });
}
