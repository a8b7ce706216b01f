import { Type } from '@sinclair/typebox';
import type { ApiRequest } from '../api.ts';
import { asDryRun, atRevision, itemState, readDraft, resourceOf, revisionOf } from '../item-resource.ts';
import { closed, Confirm, ItemId, LocaleCode, TypeName } from '../protocol/arguments.ts';
import { confirmedTargets, requestConfirmation, tool } from '../protocol/tool.ts';

export const remove = tool({
  name: 'delete',
  isReading: false,
  needs: 'publish',
  isDestructive: true,
  input: Type.Object({ type: TypeName, id: ItemId, locale: LocaleCode, confirm: Confirm }, closed),
  async run(context, args) {
    const { callApi } = context;
    const resource = resourceOf(args.type);
    const request: ApiRequest = {
      method: 'DELETE',
      path: resource.one(args.id),
      query: { locale: args.locale },
    };
    const targets = confirmedTargets(context, { tool: 'delete', args });
    if (targets !== null) {
      await callApi(atRevision(request, targets[0]?.revision ?? null));
      return { done: true, deleted: args.id };
    }
    const item = await readDraft(callApi, resource, args);
    await callApi(asDryRun(request));
    return requestConfirmation(
      context,
      { tool: 'delete', args },
      {
        would: {
          delete: itemState(args.type, item),
          for_good: 'items deleted with an API key are not moved to the trash',
        },
        targets: [{ id: String(item['id']), revision: revisionOf(item) }],
      },
    );
  },
});
