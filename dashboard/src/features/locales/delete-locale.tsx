import { Trash2 } from 'lucide-react';
import { useContext } from 'react';
import { restoreLocale } from '../../api/trash.ts';
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
