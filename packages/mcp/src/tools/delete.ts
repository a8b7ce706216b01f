import { Type } from '@sinclair/typebox';
import type { ApiRequest } from '../api.ts';
import { closed, Confirm, ItemId, TypeName } from '../protocol/arguments.ts';
import { atRevision, resourceOf, readDraft, standing, tried } from '../item-resource.ts';
import { confirmedTargets, toConfirm, tool } from '../protocol/tool.ts';

export const remove = tool({
  name: 'delete',
  isReading: false,
  needs: 'publish',
  isDestructive: true,
  input: Type.Object({ type: TypeName, id: ItemId, confirm: Confirm }, closed),
  async run(call, args) {
    const { ask } = call;
    const place = resourceOf(args.type);
    const request: ApiRequest = { method: 'DELETE', path: place.one(args.id) };
    const targets = confirmedTargets(call, { tool: 'delete', args });
    if (targets !== null) {
      await ask(atRevision(request, targets[0]?.revision ?? null));
      return { done: true, deleted: args.id };
    }
    const state = await readDraft(ask, place, args.id);
    await ask(tried(request));
    return toConfirm(
      call,
      { tool: 'delete', args },
      {
        would: { delete: standing(args.type, state), for_good: 'there is no trash for what a key deletes' },
        targets: [{ id: String(state['id']), revision: Number(state['revision']) }],
      },
    );
  },
});
