import { useState } from 'react';
import type { ContentType } from '../../../../src/content-types/schema.ts';
import type { Field } from '../../../../src/fields/schema.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { TextField } from '../../components/field.tsx';
import { Loading, QueryView } from '../../components/states.tsx';
import { FieldImpact, useImpact } from './impact.tsx';

interface RemovalDialogProps {
  type: ContentType;
  removed: readonly Field[];
  onAnswer: (isAgreed: boolean) => void;
}

/** Before fields go: how much goes with them. */
export function RemovalDialog({ type, removed, onAnswer }: RemovalDialogProps) {
  const [typed, setTyped] = useState('');
  const impact = useImpact(type.slug);
  const isReady = impact.isSuccess && typed.trim() === type.slug;
  const what = removed.length === 1 ? `the field ${removed[0]?.label ?? ''}` : `${removed.length} fields`;
  return (
    <Dialog
      open
      onClose={() => onAnswer(false)}
      title={`Remove ${what}?`}
      description="This deletes its values from every entry, drafts and published ones. You can’t undo this."
      footer={
        <>
          <Button variant="quiet" onClick={() => onAnswer(false)}>
            Cancel
          </Button>
          <Button type="submit" form="removal" variant="danger" disabled={!isReady}>
            Remove and save
          </Button>
        </>
      }
    >
      <form
        id="removal"
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady) onAnswer(true);
        }}
      >
        <QueryView query={impact} loading={<Loading rows={removed.length} />}>
          {(data) => <FieldImpact impact={data} keys={removed.map(({ key }) => key)} />}
        </QueryView>
        <TextField
          label={`Type ${type.slug} to confirm`}
          value={typed}
          onChange={setTyped}
          autoComplete="off"
          spellCheck={false}
          autoFocus
        />
      </form>
    </Dialog>
  );
}
