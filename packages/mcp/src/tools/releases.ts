import { createHash } from 'node:crypto';
import { Type } from '@sinclair/typebox';
import { apiError } from '../../../contract/errors/api-error.ts';
import { type Ask, type Json, path } from '../api.ts';
import { closed, Confirm, oneOf } from '../protocol/arguments.ts';
import { refused, type Target } from '../confirmation.ts';
import { fitted } from '../protocol/fitting.ts';
import { confirmedTargets, requirePermission, toConfirm, tool } from '../protocol/tool.ts';
import { once } from './support/items.ts';

const all = '/v1/releases';

export const releases = tool({
  name: 'releases',
  isReading: false,
  isDestructive: true,
  input: Type.Object(
    {
      action: oneOf('list', 'clone', 'diff', 'promote'),
      id: Type.Optional(Type.String({ maxLength: 100, description: 'a rel_ id' })),
      name: Type.Optional(Type.String({ maxLength: 200 })),
      confirm: Confirm,
    },
    closed,
  ),
  async run(call, args) {
    const { ask } = call;
    const { action, id, name } = args;
    if (action === 'list') return { ...fitted(await ask({ method: 'GET', path: all })) };
    if (action === 'clone') return clone(ask, name, id);
    if (id === undefined) throw apiError('missing_required_field', { name: 'id' }, { param: 'id' });
    if (action === 'diff') return { ...fitted(await diffOf(ask, id)) };
    requirePermission(call, 'releases');
    const targets = confirmedTargets(call, { tool: 'releases', args });
    const { would, targets: now } = await lookAt(ask, id);
    if (targets === null) return toConfirm(call, { tool: 'releases', args }, { would, targets: now });
    if (JSON.stringify(targets) !== JSON.stringify(now))
      throw refused('was made for another state of these releases');
    const request = { method: 'POST', path: path`/v1/releases/${id}/promote`, body: {} } as const;
    return { done: true, ...(await ask(once(request, args.confirm ?? ''))) };
  },
});

function clone(ask: Ask, name: string | undefined, from: string | undefined): Promise<Json> {
  if (name === undefined) throw apiError('missing_required_field', { name: 'name' }, { param: 'name' });
  return ask({ method: 'POST', path: all, body: { name, ...(from === undefined ? {} : { from }) } });
}

function diffOf(ask: Ask, id: string): Promise<Json> {
  return ask({ method: 'GET', path: path`/v1/releases/${id}/diff` });
}

/** What a promotion would change. Releases have no revision: the default one and the difference stand for it. */
async function lookAt(ask: Ask, id: string): Promise<{ would: Json; targets: Target[] }> {
  const diff = await diffOf(ask, id);
  const { data } = (await ask({ method: 'GET', path: all })) as { data: Json[] };
  const present = data.find((release) => release['default'] === true);
  const how = createHash('sha256').update(JSON.stringify(diff)).digest('base64url').slice(0, 22);
  return {
    would: { promote: id, in_place_of: present, change: fitted(diff) },
    targets: [
      { id: String(present?.['id']), revision: null },
      { id, revision: null, how },
    ],
  };
}
