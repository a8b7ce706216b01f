import { createHash } from 'node:crypto';
import { Type } from '@sinclair/typebox';
import { type ApiRequest, type CallApi, type Json, path } from '../api.ts';
import { invalidConfirmation, type Target } from '../confirmation.ts';
import { invalidParameter, missingField } from '../errors.ts';
import { closed, Confirm, oneOf } from '../protocol/arguments.ts';
import { fitResult } from '../protocol/fitting.ts';
import { confirmedTargets, requestConfirmation, requirePermission, tool } from '../protocol/tool.ts';
import { makeIdempotent } from './support/items.ts';

const releasesPath = '/v1/releases';
/** Removes the date of a promotion. */
const never = 'never';

export const releases = tool({
  name: 'releases',
  isReading: false,
  isDestructive: true,
  input: Type.Object(
    {
      action: oneOf('list', 'clone', 'diff', 'promote', 'schedule'),
      id: Type.Optional(Type.String({ maxLength: 100, description: 'a rel_ id' })),
      name: Type.Optional(Type.String({ maxLength: 200 })),
      promote_at: Type.Optional(
        Type.String({ maxLength: 40, description: 'a time such as 2026-12-03T09:00:00Z, or "never"' }),
      ),
      confirm: Confirm,
    },
    closed,
  ),
  async run(context, args) {
    const { callApi } = context;
    const { action, id, name } = args;
    if (action === 'list') return { ...fitResult(await callApi({ method: 'GET', path: releasesPath })) };
    if (action === 'clone') return clone(callApi, name, id);
    if (id === undefined) throw missingField('id');
    if (action === 'diff') return { ...fitResult(await readDiff(callApi, id)) };
    requirePermission(context, 'releases');
    const request = promotionRequest(id, args);
    if (args.promote_at === never) return { done: true, ...(await callApi(request)) };
    const targets = confirmedTargets(context, { tool: 'releases', args });
    const { would: promotion, targets: current } = await previewPromotion(callApi, id);
    const would = action === 'schedule' ? { ...promotion, at: args.promote_at } : promotion;
    if (targets === null)
      return requestConfirmation(context, { tool: 'releases', args }, { would, targets: current });
    if (JSON.stringify(targets) !== JSON.stringify(current))
      throw invalidConfirmation('was created for another state of these releases');
    return { done: true, ...(await callApi(makeIdempotent(request, args.confirm ?? ''))) };
  },
});

/** Promotes a release, now or at a date, or removes its date. */
function promotionRequest(
  id: string,
  { action, promote_at }: { action: string; promote_at?: string },
): ApiRequest {
  if (action !== 'schedule') {
    if (promote_at !== undefined) throw invalidParameter('promote_at', 'belongs to the action schedule');
    return { method: 'POST', path: path`/v1/releases/${id}/promote`, body: {} };
  }
  if (promote_at === undefined) throw missingField('promote_at');
  return {
    method: 'PATCH',
    path: path`/v1/releases/${id}`,
    body: { promote_at: promote_at === never ? null : promote_at },
  };
}

function clone(callApi: CallApi, name: string | undefined, from: string | undefined): Promise<Json> {
  if (name === undefined) throw missingField('name');
  return callApi({
    method: 'POST',
    path: releasesPath,
    body: { name, ...(from === undefined ? {} : { from }) },
  });
}

function readDiff(callApi: CallApi, id: string): Promise<Json> {
  return callApi({ method: 'GET', path: path`/v1/releases/${id}/diff` });
}

/** What a promotion would change. Releases have no revision, so the default release and a hash of the diff replace it. */
async function previewPromotion(callApi: CallApi, id: string): Promise<{ would: Json; targets: Target[] }> {
  const diff = await readDiff(callApi, id);
  const { data } = (await callApi({ method: 'GET', path: releasesPath })) as { data: Json[] };
  const currentDefault = data.find((release) => release['default'] === true);
  const hash = createHash('sha256').update(JSON.stringify(diff)).digest('base64url').slice(0, 22);
  return {
    would: { promote: id, in_place_of: currentDefault, change: fitResult(diff) },
    targets: [
      { id: String(currentDefault?.['id']), revision: null },
      { id, revision: null, how: hash },
    ],
  };
}
