import { ChevronsDownUp, ChevronsUpDown } from 'lucide-react';
import { memo, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';
import type { Field } from '../../../../src/content/fields/schema.ts';
import { useProject } from '../../api/project.ts';
import { useActions } from '../../components/keyboard/actions.ts';
import { Button } from '../../components/base/button.tsx';
import type { DraftStore } from '../editing/draft/draft-store.ts';
import { showingField } from '../editing/show-field.ts';
import { FieldGroup } from '../fields/inputs/group.tsx';
import { BlockActions } from './actions.ts';
import { type OpenDialog, BlocksContext, type BlocksHost } from './context.ts';
import type { Definitions } from './outline/definitions.ts';
import { collectIds } from './outline/flatten.ts';
import { BlockList } from './row/list.tsx';
import { OpenRows } from './row/open-rows.ts';
import { ownersOf, outlineOf, eachBlock } from './outline/outline.ts';
import { BlockDialog, insertChoices } from './dialogs.tsx';
import { focusField, focusRow } from './row/row-keys.ts';
import { rowHelp } from './row/row-help.ts';
import './blocks.css';

interface BlocksFieldProps {
  field: Field;
  store: DraftStore;
  definitions: Definitions;
  /** Identifies the project, release and entry in this browser's storage. */
  storageScope: string;
  Row: BlocksHost['Row'];
  error: string | undefined;
}

/** A field for blocks: its list and dialogs. */
export const BlocksField = memo(function BlocksField(props: BlocksFieldProps) {
  const { field, store, definitions, storageScope, Row, error } = props;
  const value = useSyncExternalStore(store.subscribe, () => store.valueOf(field.key));
  const outline = useMemo(() => outlineOf(value), [value]);
  const [dialog, openDialog] = useState<OpenDialog>(null);
  const [announcement, announce] = useState('');
  const { id: projectId, grant } = useProject();
  const isTranslator = grant?.locales !== undefined;
  const host = useMemo((): BlocksHost => {
    const fieldScope = `${storageScope}:${field.key}`;
    const openRows = new OpenRows(fieldScope);
    const focus = createFocus(openRows, field.key);
    const actions = new BlockActions({
      store,
      field,
      projectId,
      fieldScope,
      announce,
      isTranslator,
      definitions: () => definitions,
      focus,
    });
    const insert: BlocksHost['insert'] = (position) => {
      const choices = insertChoices({ actions, definitions }, position);
      const [only] = choices;
      if (choices.length === 1 && only?.disabledReason === null) actions.insert(position, only.value);
      else openDialog({ insert: position });
    };
    return { store, field, definitions, openRows, actions, openDialog, insert, Row, List: BlockList };
  }, [store, field, definitions, projectId, isTranslator, storageScope, Row]);
  useOpenOnShow(host);
  useActions(rowHelp);
  const { required, help } = field.options;
  const setAll = (isOpen: boolean) => host.openRows.set(collectIds(outline), isOpen);
  return (
    <BlocksContext value={host}>
      <div className="blocks-field">
        <FieldGroup label={field.label} required={required} help={help} error={error}>
          {outline.length < 2 ? null : (
            <div className="block-tools">
              <Button variant="quiet" icon={ChevronsUpDown} onClick={() => setAll(true)}>
                Open all
              </Button>
              <Button variant="quiet" icon={ChevronsDownUp} onClick={() => setAll(false)}>
                Close all
              </Button>
            </div>
          )}
          <BlockList list={outline} owner={null} listKey={field.key} label={field.label} level={1} />
        </FieldGroup>
        <div className="visually-hidden" aria-live="polite">
          {announcement}
        </div>
        <BlockDialog dialog={dialog} />
      </div>
    </BlocksContext>
  );
});

/**
 * Focuses the block that was just changed. Renders synchronously, which also closes an open dialog, because keys
 * pressed before the next frame would be lost.
 */
function createFocus(openRows: OpenRows, top: string) {
  return (id: string | null, where: 'row' | 'field') => {
    flushSync(() => {
      if (id !== null && where === 'field') openRows.set([id], true);
    });
    if (id === null)
      document.querySelector<HTMLElement>(`[data-field="${CSS.escape(top)}"] .block-add`)?.focus();
    else if (where === 'field') focusField(id);
    else focusRow(id);
  };
}

/** Opens a block and the blocks around it before one of its fields is shown. */
function useOpenOnShow({ field, actions, openRows }: BlocksHost): void {
  useEffect(() => {
    const show = ({ detail }: Event & { detail?: string }) => {
      const [top, id] = detail?.split('/') ?? [];
      if (top !== field.key || id === undefined) return;
      const exists = [...eachBlock(actions.outline, top)].some(({ item }) => item.id === id);
      if (exists) flushSync(() => openRows.set([id, ...ownersOf(actions.outline, top, id)], true));
    };
    document.addEventListener(showingField, show);
    return () => document.removeEventListener(showingField, show);
  }, [field, actions, openRows]);
}
