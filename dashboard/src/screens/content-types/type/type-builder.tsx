import { useNavigate } from '@tanstack/react-router';
import { Save } from 'lucide-react';
import { useState } from 'react';
import type { ContentType } from '../../../../../src/content/types/schema.ts';
import { ApiProblem } from '../../../api/errors/problem.ts';
import { useProject } from '../../../api/project.ts';
import { useActions } from '../../../components/keyboard/actions.ts';
import { Badge } from '../../../components/base/badge.tsx';
import { Button } from '../../../components/base/button.tsx';
import { Form, useSubmit } from '../../../components/form/form.tsx';
import { LeaveGuard } from '../../../components/form/leave-guard.tsx';
import { Page } from '../../../components/layout/page.tsx';
import { toast } from '../../../components/overlay/toast.tsx';
import { AboveLink } from './above-link.tsx';
import { type Draft, draftOf, isChanged, onTopOf, removedFields } from '../draft.ts';
import { FieldList, namesOf } from '../fields/field-list.tsx';
import { RemovalDialog } from '../removal-dialog.tsx';
import { NewerNote } from '../newer-note.tsx';
import { rebased } from '../rebase.ts';
import { KindBadge } from '../screen.tsx';
import { TypeHead } from './type-head.tsx';
import { TypeMenu } from './type-menu.tsx';
import { useSaveType } from './save-type.ts';

interface TypeBuilderProps {
  initial: Draft;
  /** As the service has it now; null for a new one. */
  stored: ContentType | null;
  types: readonly ContentType[];
}

/** Where a content type is built: its name, its fields in their order, the options of each field. */
export function TypeBuilder({ initial, stored, types }: TypeBuilderProps) {
  const { id: projectId, role } = useProject();
  const navigate = useNavigate();
  const isReadOnly = role !== 'owner';
  const [base, setBase] = useState(initial);
  const [draft, setDraft] = useState(initial);
  const [sentOrder, setSentOrder] = useState<readonly string[]>([]);
  const [isAsking, setAsking] = useState(false);
  const saveType = useSaveType();
  const isNewType = base.stored === null;
  const hasChanges = isNewType ? draft.fields.length > 0 || draft.name !== '' : isChanged(draft, base);

  const isNewer = stored !== null && base.stored !== null && stored.revision > base.stored.revision;
  const take = (from: ContentType, sent = draft) => {
    const next = draftOf(from, draft);
    setBase(next);
    setDraft((current) => (current === sent ? next : onTopOf(from, current)));
  };
  if (isNewer && !hasChanges) take(stored); // another person's changes, and nothing here to lose

  const firstEntry = {
    label: 'Write the first entry',
    run: () =>
      void navigate({
        to: '/p/$projectId/entries/$type',
        params: { projectId, type: draft.slug },
      }),
  };
  const submission = useSubmit(async () => {
    setSentOrder(draft.fields.map(({ id }) => id));
    take(await saveType(draft));
    if (isNewType) toast(`${draft.name} created at /v1/content/${draft.slug}`, firstEntry);
    else toast('Saved');
  });
  const removed = removedFields(draft);
  const save = () => {
    if (isReadOnly || !hasChanges) return;
    if (removed.length > 0) setAsking(true);
    else submission.submit();
  };
  const answer = (isAgreed: boolean) => {
    setAsking(false);
    if (isAgreed) submission.submit();
  };
  useActions(
    isReadOnly
      ? []
      : [{ id: 'save-type', label: 'Save', group: 'This type', icon: Save, keys: 'mod+s', run: save }],
  );
  const isConflict =
    submission.problem instanceof ApiProblem && submission.problem.code === 'revision_conflict';
  const problem = isConflict ? null : submission.problem; // told beside its ways out

  return (
    <Page
      title={draft.name.trim() === '' ? (base.stored?.name ?? 'New content type') : draft.name}
      above={<AboveLink />}
      badge={
        <>
          {base.stored === null ? null : <KindBadge kind={draft.kind} />}
          {hasChanges ? <Badge tone="warn">Not saved</Badge> : null}
        </>
      }
      actions={
        isReadOnly ? undefined : (
          <>
            {base.stored === null ? null : <TypeMenu type={base.stored} />}
            <Button
              variant="primary"
              onClick={save}
              busy={submission.busy}
              disabled={!hasChanges}
              aria-keyshortcuts="Control+S Meta+S"
            >
              {isNewType ? 'Create type' : 'Save'}
            </Button>
          </>
        )
      }
    >
      <LeaveGuard when={hasChanges} />
      {isReadOnly ? <p className="muted">Only owners of the project can change its types.</p> : null}
      <Form submission={{ ...submission, problem, submit: save }} fields={namesOf(sentOrder.length)}>
        {isConflict && isNewer ? (
          <NewerNote
            onKeep={() => {
              setBase(draftOf(stored, draft));
              setDraft(rebased(stored, base, draft));
            }}
            onDrop={() => take(stored, draft)}
          />
        ) : null}
        <fieldset disabled={isReadOnly} className="type-form">
          <TypeHead draft={draft} types={types} onChange={setDraft} />
          <FieldList
            draft={draft}
            types={types}
            sentOrder={sentOrder}
            problem={problem}
            isReadOnly={isReadOnly}
            onChange={setDraft}
          />
        </fieldset>
      </Form>
      {isAsking && base.stored !== null ? (
        <RemovalDialog of="type" slug={base.stored.slug} removed={removed} onAnswer={answer} />
      ) : null}
    </Page>
  );
}
