import { Bookmark } from 'lucide-react';
import { useState } from 'react';
import type { SavedView, SavedViewList } from '../../../../src/dashboard/views/schema.ts';
import { useProjectMutation, useProjectQuery } from '../../api/project.ts';
import { Button } from '../../components/base/button.tsx';
import { useConfirm } from '../../components/overlay/confirm.tsx';
import { TextField } from '../../components/form/field.tsx';
import { FormDialog } from '../../components/overlay/form-dialog.tsx';
import { useSubmit } from '../../components/form/form.tsx';
import { Menu, MenuItem, MenuLine } from '../../components/overlay/menu.tsx';
import { toast, toastError } from '../../components/overlay/toast.tsx';

type Search = Readonly<Record<string, string>>;

interface ViewsMenuProps {
  /** The list: `content/recipe`, `blog`, `kb`. */
  list: string;
  /** The current filters and sort order. */
  search: Readonly<Record<string, string | undefined>>;
  /** The current columns, if the list has a choice of them. */
  columns?: readonly string[] | null;
  onOpen: (search: Search, columns: readonly string[] | null) => void;
}

/** The saved views of a list: to open one, to save what is shown, and to rename, share or remove the open one. */
export function ViewsMenu({ list, search, columns = null, onOpen }: ViewsMenuProps) {
  const { data } = useProjectQuery<SavedViewList>('views', '/views', { query: { list } });
  const confirm = useConfirm();
  const [dialogView, setDialogView] = useState<SavedView | 'new' | null>(null);
  const currentSearch = withoutUndefined(search);
  const views = data?.data ?? [];
  const open = views.find((view) => isSame(view.search, currentSearch) && hasColumns(view, columns));
  const change = useProjectMutation(['views'], (api, [view, changes]: [SavedView, Partial<SavedView>]) =>
    api.patch(`/views/${view.id}`, changes),
  );
  const remove = useProjectMutation(['views'], (api, view: SavedView) => api.remove(`/views/${view.id}`));
  const share = (view: SavedView) =>
    void change
      .mutateAsync([view, { shared: !view.shared }])
      .then(() => toast(view.shared ? 'Shared no longer' : 'Shared with all members'), toastError);
  return (
    <>
      <Menu
        trigger={
          <Button variant="quiet" icon={Bookmark}>
            {open?.name ?? 'Views'}
          </Button>
        }
      >
        {views.map((view) => (
          <MenuItem
            key={view.id}
            checked={view.id === open?.id}
            hint={view.shared ? 'Shared' : undefined}
            onSelect={() => onOpen(view.search, view.columns)}
          >
            {view.name}
          </MenuItem>
        ))}
        {views.length === 0 ? null : <MenuLine />}
        {open === undefined ? (
          <MenuItem onSelect={() => setDialogView('new')}>Save this view…</MenuItem>
        ) : (
          <>
            <MenuItem disabled={!open.may_change} onSelect={() => setDialogView(open)}>
              Rename “{open.name}”…
            </MenuItem>
            <MenuItem disabled={!open.may_change} onSelect={() => share(open)}>
              {open.shared ? 'Stop sharing it' : 'Share it with all members'}
            </MenuItem>
            <MenuItem
              danger
              disabled={!open.may_change}
              onSelect={() =>
                confirm({
                  title: `Remove the view “${open.name}”?`,
                  body: open.shared ? 'It is removed for all members.' : undefined,
                  action: 'Remove view',
                  danger: true,
                  run: () => remove.mutateAsync(open),
                })
              }
            >
              Remove “{open.name}”…
            </MenuItem>
          </>
        )}
      </Menu>
      {dialogView === null ? null : (
        <NameDialog
          view={dialogView === 'new' ? null : dialogView}
          viewState={{ list, search: currentSearch, columns }}
          onClose={() => setDialogView(null)}
        />
      )}
    </>
  );
}

interface NameDialogProps {
  /** The view that is renamed; null saves a new one. */
  view: SavedView | null;
  viewState: { list: string; search: Search; columns: readonly string[] | null };
  onClose: () => void;
}

function NameDialog({ view, viewState, onClose }: NameDialogProps) {
  const [name, setName] = useState(view?.name ?? '');
  const [isShared, setShared] = useState(false);
  const save = useProjectMutation(['views'], (api, _: null) =>
    view === null
      ? api.post('/views', { ...viewState, name: name.trim(), shared: isShared })
      : api.patch(`/views/${view.id}`, { name: name.trim() }),
  );
  const submission = useSubmit(() => save.mutateAsync(null).then(onClose));
  return (
    <FormDialog
      title={view === null ? 'Save this view' : 'Rename view'}
      description={view === null ? 'Filters, order and columns, as they are now.' : undefined}
      size="small"
      onClose={onClose}
      submission={submission}
      fields={['name']}
      action={view === null ? 'Save view' : 'Rename'}
      disabled={name.trim() === ''}
    >
      <TextField label="Name" name="name" value={name} onChange={setName} maxLength={80} autoFocus required />
      {view === null ? (
        <label className="check-line">
          <input type="checkbox" checked={isShared} onChange={({ target }) => setShared(target.checked)} />
          Share with all members
        </label>
      ) : null}
    </FormDialog>
  );
}

function withoutUndefined(search: ViewsMenuProps['search']): Search {
  return Object.fromEntries(
    Object.entries(search).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

function isSame(first: Search, second: Search): boolean {
  const names = Object.keys(first);
  return names.length === Object.keys(second).length && names.every((name) => first[name] === second[name]);
}

function hasColumns({ columns: savedColumns }: SavedView, columns: readonly string[] | null): boolean {
  return savedColumns === null || columns === null || savedColumns.join(' ') === columns.join(' ');
}
