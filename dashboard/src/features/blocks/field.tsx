import { ChevronsDownUp, ChevronsUpDown } from 'lucide-react';
import { memo, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';
import type { Field } from '../../../../src/content/fields/schema.ts';
import { useProject } from '../../api/project.ts';
import { useActions } from '../../components/keyboard/actions.ts';
import { Button } from '../../components/base/button.tsx';
import type { DraftStore } from '../editing/draft/draft-store.ts';
import { showingField } from '../editing/publish/moves.ts';
import { FieldGroup } from '../fields/inputs/group.tsx';
import { BlockActions } from './actions.ts';
import { type OpenQuestion, BlocksContext, type BlocksHost } from './context.ts';
import type { Definitions } from './outline/definitions.ts';
import { idsIn } from './outline/flat.ts';
import { BlockList } from './row/list.tsx';
import { OpenRows } from './row/open-rows.ts';
import { around, outlineOf, placesOf } from './outline/outline.ts';
import { BlockQuestion, insertable } from './questions.tsx';
import { focusField, focusRow } from './row/row-keys.ts';
import { rowHelp } from './row/row-help.ts';
import './blocks.css';

interface BlocksFieldProps {
  field: Field;
  store: DraftStore;
  definitions: Definitions;
  /** Names project, release and entry in this browser. */
  place: string;
  Row: BlocksHost['Row'];
  error: string | undefined;
}

/** A field for blocks: its list, and the questions that it may ask. */
export const BlocksField = memo(function BlocksField(props: BlocksFieldProps) {
  const { field, store, definitions, place, Row, error } = props;
  const value = useSyncExternalStore(store.subscribe, () => store.valueOf(field.key));
  const outline = useMemo(() => outlineOf(value), [value]);
  const [asked, ask] = useState<OpenQuestion>(null);
  const [said, say] = useState('');
  const { id: projectId } = useProject();
  const host = useMemo((): BlocksHost => {
    const name = `${place}:${field.key}`;
    const open = new OpenRows(name);
    const focus = focusIn(open, field.key);
    const act = new BlockActions({
      store,
      field,
      projectId,
      place: name,
      say,
      definitions: () => definitions,
      focus,
    });
    const insert: BlocksHost['insert'] = (spot) => {
      const offered = insertable({ act, definitions }, spot);
      const [only] = offered;
      if (offered.length === 1 && only?.refusal === null) act.insert(spot, only.value);
      else ask({ insert: spot });
    };
    return { store, field, definitions, open, act, ask, insert, Row, List: BlockList };
  }, [store, field, definitions, projectId, place, Row]);
  useShown(host);
  useActions(rowHelp);
  const { required, help } = field.options;
  const setAll = (isOpen: boolean) => host.open.set(idsIn(outline), isOpen);
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
          {said}
        </div>
        <BlockQuestion asked={asked} />
      </div>
    </BlocksContext>
  );
});

/**
 * Puts the focus where something was just done. What was done is drawn at once for that, and a dialog that was picked
 * from is taken away: what is typed before the next frame would go to nothing.
 */
function focusIn(open: OpenRows, top: string) {
  return (id: string | null, where: 'row' | 'field') => {
    flushSync(() => {
      if (id !== null && where === 'field') open.set([id], true);
    });
    if (id === null)
      document.querySelector<HTMLElement>(`[data-field="${CSS.escape(top)}"] .block-add`)?.focus();
    else if (where === 'field') focusField(id);
    else focusRow(id);
  };
}

/** Opens what a field stands in before it is shown. */
function useShown({ field, act, open }: BlocksHost): void {
  useEffect(() => {
    const show = ({ detail }: Event & { detail?: string }) => {
      const [top, id] = detail?.split('/') ?? [];
      if (top !== field.key || id === undefined) return;
      const isThere = [...placesOf(act.outline, top)].some(({ item }) => item.id === id);
      if (isThere) flushSync(() => open.set([id, ...around(act.outline, top, id)], true));
    };
    document.addEventListener(showingField, show);
    return () => document.removeEventListener(showingField, show);
  }, [field, act, open]);
}
