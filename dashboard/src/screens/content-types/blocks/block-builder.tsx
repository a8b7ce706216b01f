import { Save } from 'lucide-react';
import { type SetStateAction, useMemo, useState } from 'react';
import type { BlockDefinition } from '../../../../../src/content/types/blocks/schema.ts';
import type { ContentType } from '../../../../../src/content/types/schema.ts';
import { ApiProblem } from '../../../api/errors/problem.ts';
import { useProject } from '../../../api/project.ts';
import { useActions } from '../../../components/keyboard/actions.ts';
import { Badge } from '../../../components/base/badge.tsx';
import { Button } from '../../../components/base/button.tsx';
import { Form, useSubmit } from '../../../components/form/form.tsx';
import { LeaveGuard } from '../../../components/form/leave-guard.tsx';
import { Page, Section } from '../../../components/layout/page.tsx';
import { toast } from '../../../components/overlay/toast.tsx';
import { BuildingContext } from '../building.ts';
import type { Draft } from '../draft.ts';
import { FieldList, namesOf } from '../fields/field-list.tsx';
import { NewerNote } from '../newer-note.tsx';
import { RemovalDialog } from '../removal-dialog.tsx';
import { AboveLink } from './above-link.tsx';
import { BlockHead } from './block-head.tsx';
import { BlockMenu } from './block-menu.tsx';
import {
  type BlockDraft,
  blockDraftOf,
  blockOnTopOf,
  isBlockChanged,
  rebasedBlock,
  removedFromBlock,
} from './draft.ts';
import { useSaveBlock } from './save-block.ts';
import { usesOf } from './uses.ts';
import { UsesList } from './uses-list.tsx';

interface BlockBuilderProps {
  initial: BlockDraft;
  /** As the service has it now; null for a new one. */
  stored: BlockDefinition | null;
  types: readonly ContentType[];
  blocks: readonly BlockDefinition[];
}

/** Where the definition of a block is built: its name, its fields in their order, the options of each field. */
export function BlockBuilder({ initial, stored, types, blocks }: BlockBuilderProps) {
  const isReadOnly = useProject().role !== 'owner';
  const [base, setBase] = useState(initial);
  const [draft, setDraft] = useState(initial);
  const [sentOrder, setSentOrder] = useState<readonly string[]>([]);
  const [isAsking, setAsking] = useState(false);
  const saveBlock = useSaveBlock();
  const before = base.fields.stored;
  const { slug, name, fields } = draft.fields;
  const hasChanges = before === null ? fields.length > 0 || name !== '' : isBlockChanged(draft, base);
  const isNewer = stored !== null && before !== null && stored.revision > before.revision;
  const take = (from: BlockDefinition, sent = draft) => {
    const next = blockDraftOf(from, draft);
    setBase(next);
    setDraft((current) => (current === sent ? next : blockOnTopOf(from, current)));
  };
  if (isNewer && !hasChanges) take(stored); // another person's changes, and nothing here to lose

  const submission = useSubmit(async () => {
    setSentOrder(fields.map(({ id }) => id));
    take(await saveBlock(draft));
    toast(before === null ? `${name} created. Add it to a field of the type Blocks.` : 'Saved');
  });
  const removed = removedFromBlock(draft);
  const save = () => {
    if (isReadOnly || !hasChanges) return;
    if (removed.length > 0) setAsking(true);
    else submission.submit();
  };
  useActions(
    isReadOnly
      ? []
      : [{ id: 'save-block', label: 'Save', group: 'This block', icon: Save, keys: 'mod+s', run: save }],
  );
  const building = useMemo(() => ({ of: 'block' as const, slug, name }), [slug, name]);
  const change = (next: SetStateAction<Draft>) =>
    setDraft((now) => ({ ...now, fields: typeof next === 'function' ? next(now.fields) : next }));
  const isConflict =
    submission.problem instanceof ApiProblem && submission.problem.code === 'revision_conflict';
  const problem = isConflict ? null : submission.problem; // told beside its ways out
  const uses = usesOf(slug, { types, blocks });

  return (
    <Page
      title={name.trim() === '' ? (before?.name ?? 'New block') : name}
      above={<AboveLink />}
      badge={hasChanges ? <Badge tone="warn">Not saved</Badge> : undefined}
      actions={
        isReadOnly ? undefined : (
          <>
            {stored === null ? null : <BlockMenu block={stored} uses={uses} />}
            <Button
              variant="primary"
              onClick={save}
              busy={submission.busy}
              disabled={!hasChanges}
              aria-keyshortcuts="Control+S Meta+S"
            >
              {before === null ? 'Create block' : 'Save'}
            </Button>
          </>
        )
      }
    >
      <LeaveGuard when={hasChanges} />
      {isReadOnly ? <p className="muted">Only owners of the project can change its blocks.</p> : null}
      <BuildingContext value={building}>
        <Form
          submission={{ ...submission, problem, submit: save }}
          fields={['description', ...namesOf(sentOrder.length)]}
        >
          {isConflict && isNewer ? (
            <NewerNote
              onKeep={() => {
                setBase(blockDraftOf(stored, draft));
                setDraft(rebasedBlock(stored, base, draft));
              }}
              onDrop={() => take(stored, draft)}
            />
          ) : null}
          <fieldset disabled={isReadOnly} className="type-form">
            <BlockHead draft={draft} taken={blocks.map((one) => one.slug)} onChange={setDraft} />
            <FieldList
              draft={draft.fields}
              types={types}
              sentOrder={sentOrder}
              problem={problem}
              isReadOnly={isReadOnly}
              onChange={change}
            />
          </fieldset>
        </Form>
      </BuildingContext>
      {stored === null ? null : (
        <Section title="Used in">
          {uses.length === 0 ? (
            <p className="muted">No field takes this block yet.</p>
          ) : (
            <UsesList uses={uses} />
          )}
        </Section>
      )}
      {isAsking && stored !== null ? (
        <RemovalDialog
          slug={stored.slug}
          of="block"
          removed={removed}
          onAnswer={(isAgreed) => (setAsking(false), isAgreed ? submission.submit() : undefined)}
        />
      ) : null}
    </Page>
  );
}
