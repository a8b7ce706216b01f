import { useState } from 'react';
import type { ContentType } from '../../../../src/content-types/schema.ts';
import type { Field } from '../../../../src/fields/schema.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { TextField } from '../../components/field.tsx';

export interface RemovalQuestion {
  type: ContentType;
  removed: readonly Field[];
  answer: (isAgreed: boolean) => void;
}

/** Before fields go, with what was written in them. */
export function RemovalDialog({ question }: { question: RemovalQuestion }) {
  const { type, removed, answer } = question;
  const [typed, setTyped] = useState('');
  const isReady = typed.trim() === type.slug;
  const what = removed.length === 1 ? `the field ${removed[0]?.label ?? ''}` : `${removed.length} fields`;
  return (
    <Dialog
      open
      onClose={() => answer(false)}
      title={`Remove ${what}?`}
      description="What is written in them leaves every entry, drafts and live ones, at once. It cannot be brought back."
      footer={
        <>
          <Button variant="quiet" onClick={() => answer(false)}>
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
          if (isReady) answer(true);
        }}
      >
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
