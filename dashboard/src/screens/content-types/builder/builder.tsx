import { useNavigate } from '@tanstack/react-router';
import { Save } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import type { ContentType } from '../../../../../src/content/types/schema.ts';
import { ApiError } from '../../../api/errors/api-error.ts';
import { useProject } from '../../../api/project.ts';
import { useActions } from '../../../components/keyboard/actions.ts';
import { Badge } from '../../../components/base/badge.tsx';
import { Button } from '../../../components/base/button.tsx';
import { Form, useSubmit } from '../../../components/form/form.tsx';
import { LeaveGuard } from '../../../components/form/leave-guard.tsx';
import { Page } from '../../../components/layout/page.tsx';
import { toast, toastError } from '../../../components/overlay/toast.tsx';
import { GroupsField } from '../fields/groups-field.tsx';
import { FieldList, errorParamsOf } from '../fields/field-list.tsx';
import { RemovedFields } from '../fields/removed-fields.tsx';
import { type Definition, definitionKinds } from '../kinds.ts';
import { KindBadge, ListLink } from '../parts.tsx';
import { BuildingContext } from './building.ts';
import { useHasLocales } from '../queries.ts';
import {
  type Draft,
  draftAfterSave,
  draftOf,
  isChanged,
  type RemovedField,
  removedFields,
  restoreFields,
} from './draft.ts';
import { DefinitionHead } from './head.tsx';
import { NewerNote } from './newer-note.tsx';
import { rebaseDraft } from './rebase.ts';
import { RemovalDialog } from './removal-dialog.tsx';
import { useSaveDefinition } from './save-definition.ts';

interface BuilderProps {
  initial: Draft;
  /** The newest definition in the service; null for a new one. */
  stored: Definition | null;
  types: readonly ContentType[];
  usedSlugs: readonly string[];
  /** The menu of a stored definition. */
  menu?: ReactNode;
  /** Below the form. */
  children?: ReactNode;
}

/** Edits a content type or a block: its settings, the order of its fields, and the options of each field. */
export function Builder({ initial, stored, types, usedSlugs, menu, children }: BuilderProps) {
  const { role } = useProject();
  const isReadOnly = role !== 'owner';
  const [base, setBase] = useState(initial);
  const [draft, setDraft] = useState(initial);
  const [sentOrder, setSentOrder] = useState<readonly string[]>([]);
  const [isConfirming, setConfirming] = useState(false);
  const { definitionKind, slug, name, groups, fields } = draft;
  const saveDefinition = useSaveDefinition(definitionKind);
  const announce = useCreatedToast(draft);
  const before = base.stored;
  const hasChanges = before === null ? fields.length > 0 || name !== '' : isChanged(draft, base);

  const isNewer = stored !== null && before !== null && stored.revision > before.revision;
  const accept = (newest: Definition, savedDraft = draft) => {
    const next = draftOf(newest, draft);
    setBase(next);
    setDraft((current) => (current === savedDraft ? next : draftAfterSave(newest, savedDraft, current)));
  };
  if (isNewer && !hasChanges) accept(stored); // someone else saved, and there are no changes here to lose

  const removed = removedFields(draft);
  const submission = useSubmit(async () => {
    setSentOrder(fields.map(({ id }) => id));
    const saved = await saveDefinition(draft);
    accept(saved);
    if (before === null) announce();
    else if (removed.length > 0)
      toast(`Removed ${labelOfRemoved(removed)}`, { label: 'Undo', run: () => void undo(saved) });
    else toast('Saved');
  });
  /** Restores the removed fields in the service. Changes typed since the save stay unsaved in the draft. */
  const undo = async (saved: Definition) => {
    try {
      const restored = await saveDefinition(restoreFields(draftOf(saved), removed));
      setDraft((current) => restoreFields(current, removed));
      accept(restored);
      toast(`Restored ${labelOfRemoved(removed)}`);
    } catch (thrown) {
      toastError(thrown);
    }
  };
  const save = () => {
    if (isReadOnly || !hasChanges) return;
    if (removed.length > 0) setConfirming(true);
    else submission.submit();
  };
  useActions(
    isReadOnly
      ? []
      : [
          {
            id: `save-${definitionKind}`,
            label: 'Save',
            group: `This ${definitionKind}`,
            icon: Save,
            keys: 'mod+s',
            run: save,
          },
        ],
  );
  const hasLocales = useHasLocales();
  const isFirstLocalized =
    before !== null && before.fields.every(({ options }) => options.localized !== true);
  const building = useMemo(
    () => ({ definitionKind, slug, name, groups, fields, hasLocales, isFirstLocalized }),
    [definitionKind, slug, name, groups, fields, hasLocales, isFirstLocalized],
  );
  const isConflict = submission.error instanceof ApiError && submission.error.code === 'revision_conflict';
  const error = isConflict ? null : submission.error; // NewerNote shows a conflict and the two ways to resolve it

  return (
    <Page
      title={name.trim() === '' ? (before?.name ?? definitionKinds[definitionKind].title) : name}
      above={<ListLink kind={definitionKind} />}
      badge={
        <>
          {definitionKind === 'block' || before === null ? null : <KindBadge kind={draft.kind} />}
          {hasChanges ? <Badge tone="warn">Not saved</Badge> : null}
        </>
      }
      actions={
        isReadOnly ? undefined : (
          <>
            {menu}
            <Button
              variant="primary"
              onClick={save}
              busy={submission.busy}
              disabled={!hasChanges}
              aria-keyshortcuts="Control+S Meta+S"
            >
              {before === null ? `Create ${definitionKind}` : 'Save'}
            </Button>
          </>
        )
      }
    >
      <LeaveGuard when={hasChanges} />
      {isReadOnly ? (
        <p className="muted">Only owners of the project can change its {definitionKind}s.</p>
      ) : null}
      <BuildingContext value={building}>
        <Form submission={{ ...submission, error, submit: save }} fields={errorParamsOf(sentOrder.length)}>
          {isConflict && isNewer ? (
            <NewerNote
              onKeep={() => {
                setBase(draftOf(stored, draft));
                setDraft(rebaseDraft(stored, base, draft));
              }}
              onDrop={() => accept(stored, draft)}
            />
          ) : null}
          <fieldset disabled={isReadOnly} className="type-form">
            <DefinitionHead draft={draft} usedSlugs={usedSlugs} onChange={setDraft} />
            <FieldList
              draft={draft}
              types={types}
              sentOrder={sentOrder}
              saveError={error}
              isReadOnly={isReadOnly}
              onChange={setDraft}
            />
            <GroupsField draft={draft} onChange={setDraft} />
            {before === null || isReadOnly ? null : (
              <RemovedFields
                draft={draft}
                slug={before.slug}
                onRestore={(field) =>
                  setDraft((current) => restoreFields(current, [{ field, index: current.fields.length }]))
                }
              />
            )}
          </fieldset>
        </Form>
      </BuildingContext>
      {children}
      {isConfirming && before !== null ? (
        <RemovalDialog
          definitionKind={definitionKind}
          slug={before.slug}
          removed={removed.map(({ field }) => field)}
          onClose={() => setConfirming(false)}
          onConfirm={() => (setConfirming(false), submission.submit())}
        />
      ) : null}
    </Page>
  );
}

function labelOfRemoved(removed: readonly RemovedField[]): string {
  const [first] = removed;
  return removed.length === 1 && first !== undefined ? first.field.label : `${removed.length} fields`;
}

/** Returns a function that announces the new definition and suggests the next step. */
function useCreatedToast({ definitionKind, slug, name }: Draft): () => void {
  const { id: projectId } = useProject();
  const navigate = useNavigate();
  return () =>
    definitionKind === 'block'
      ? toast(`${name} created. Add it to a field of the type Blocks.`)
      : toast(`${name} created at /v1/content/${slug}`, {
          label: 'Write the first entry',
          run: () => void navigate({ to: '/p/$projectId/entries/$type', params: { projectId, type: slug } }),
        });
}
