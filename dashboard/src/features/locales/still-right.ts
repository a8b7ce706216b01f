import { useContext } from 'react';
import type { ConfirmedTranslations } from '../../../../src/lifecycle/translations/schema.ts';
import { useProjectMutation } from '../../api/project.ts';
import { toast, toastError } from '../../components/overlay/toast.tsx';
import type { DraftStore } from '../editing/draft/draft-store.ts';
import { useDraftState } from '../editing/draft/use-draft.ts';
import { ItemLocaleContext } from './item-locale.ts';

const noNames: readonly string[] = [];

/** The names of the texts of an open item whose source changed since they were written. */
export function useOutdatedNames(store: DraftStore): readonly string[] {
  return useDraftState(store, ({ item }) => item.outdated_fields ?? noNames);
}

/** Marks texts of an open item as current. */
export function useStillRight(store: DraftStore) {
  const itemLocale = useContext(ItemLocaleContext);
  const code = itemLocale?.locale.code ?? '';
  const { mutate, isPending } = useProjectMutation<string | null, ConfirmedTranslations>(
    [itemLocale?.module ?? 'content', 'translations'],
    (api, name) => {
      const { id, release } = store.state().item;
      const ownApi = release === undefined ? api : api.inRelease(release.id);
      return ownApi.post('/v1/translations/confirm', {
        locale: code,
        ids: [id],
        ...(name === null ? {} : { fields: [store.nameOf(name)] }),
      });
    },
  );
  /** Marks the text of one field; null marks all texts. */
  const confirm = (name: string | null, text: string) =>
    mutate(name, {
      onError: toastError,
      onSuccess: ({ data: [result] }) => {
        const { item } = store.state();
        const state = item.states?.[code];
        if (result === undefined || state === undefined) return;
        const states = { ...item.states, [code]: { ...state, translation: result.state } };
        store.accept({ ...item, states, outdated_fields: result.outdated_fields });
        toast(text);
      },
    });
  return { confirm, isPending };
}
