import { Trash2 } from 'lucide-react';
import { useContext } from 'react';
import type { RestoreResult, TrashList } from '../../../../src/lifecycle/trash/schema.ts';
import { textOf } from '../../api/errors/error-texts.ts';
import type { ProjectApi } from '../../api/project.ts';
import { useConfirm } from '../../components/overlay/confirm.tsx';
import { MenuItem } from '../../components/overlay/menu.tsx';
import { useDraftState } from '../editing/draft/use-draft.ts';
import type { ItemEditor } from '../editing/item-editor.ts';
import type { ItemActions } from '../editing/publish/item-actions.ts';
import type { EditedItem } from '../editing/item.ts';
import { useItemApi } from '../editing/use-item-api.ts';
import { trashPeriod } from '../trash-period.ts';
import { ItemLocaleContext } from './item-locale.ts';

interface DeleteLocaleProps {
  editor: ItemEditor;
  actions: ItemActions<EditedItem>;
}

/**
 * Asks, then deletes the content of an open item in its locale. Absent in the default locale, and without content in the
 * locale.
 */
export function DeleteLocale({ editor: { store, service }, actions }: DeleteLocaleProps) {
  const confirm = useConfirm();
  const locale = useContext(ItemLocaleContext)?.locale;
  const state = useDraftState(store, ({ item }) => item.states?.[item.locale ?? '']);
  const api = useItemApi(useDraftState(store, ({ item }) => item));
  const { removeLocale, noun } = service;
  if (locale === undefined || locale.default || state === undefined || removeLocale === undefined)
    return null;
  const { name } = locale;
  const isLive = state.status === 'published';
  const ask = () =>
    confirm({
      title: `Delete ${name}?`,
      body: `${isLive ? `Readers of ${name} no longer find this ${noun}. ` : ''}The texts stay in the trash for ${trashPeriod}. Other languages don’t change.`,
      action: `Delete ${name}`,
      danger: true,
      run: () =>
        actions.runAction(
          `${name} moved to the trash`,
          async () => {
            await removeLocale();
            return service.read();
          },
          async ({ id }) => {
            await restoreLocale(api, { id, locale: locale.code });
            return service.read();
          },
        ),
    });
  return (
    <MenuItem needs="publish" icon={Trash2} danger onSelect={ask}>
      Delete <bdi>{name}</bdi>…
    </MenuItem>
  );
}

/** The number of newest deletions among which that of a locale is found. */
const newestDeletions = 100;

/** Restores the texts in a locale as a draft. */
async function restoreLocale(api: ProjectApi, { id, locale }: { id: string; locale: string }): Promise<void> {
  const { data } = await api.get<TrashList>('/trash', { limit: newestDeletions });
  const deletion = data.find((one) => one.id === id && one.locale === locale);
  if (deletion === undefined) throw new Error('These texts are no longer in the trash.');
  const body = { ids: [deletion.trash_id], publish: false };
  const [result] = (await api.post<RestoreResult>('/trash/restore', body)).data;
  if (result?.error != null) throw new Error(textOf(result.error));
}
