import { type FormEvent, useState } from 'react';
import type { EditorArticle } from '../../../src/articles/schema.ts';
import { useProjectApi } from '../api/project.ts';
import { Button } from '../components/button.tsx';
import { Dialog } from '../components/dialog.tsx';
import { TextField } from '../components/field.tsx';
import { useMoves } from '../editing/moves.ts';
import type { Opened } from '../editing/opened.ts';
import { useDraftState } from '../editing/use-draft.ts';
import { fromLocal, timeZone, toLocal } from '../fields/moment.ts';
import type { ArticleKind } from './kind.ts';
import { moveArticle } from './service.ts';

interface DateDialogProps {
  kind: ArticleKind;
  opened: Opened<EditorArticle>;
  onClose: () => void;
}

/** The date under which readers see the article; an earlier one keeps that of a former site. */
export function DateDialog({ kind, opened, onClose }: DateDialogProps) {
  const api = useProjectApi();
  const { move } = useMoves(opened);
  const stored = useDraftState(opened.store, ({ item }) => item.published_at);
  const [typed, setTyped] = useState(toLocal(stored ?? new Date().toISOString()));
  const moment = typed === '' ? null : fromLocal(typed);
  const isFuture = moment !== null && new Date(moment) > new Date();
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (moment === null || isFuture) return;
    onClose();
    void move('Date changed', async (article) => {
      await moveArticle(api, kind, article, { published_at: moment });
      return opened.service.read();
    });
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="Publication date"
      description="Lists show this date and sort by it. The article itself does not change."
      size="small"
      footer={
        <Button type="submit" variant="primary" form="date-form" disabled={moment === null || isFuture}>
          Change date
        </Button>
      }
    >
      <form id="date-form" className="stack" onSubmit={send}>
        <TextField
          label="Date and time"
          type="datetime-local"
          value={typed}
          onChange={setTyped}
          error={isFuture ? 'This date is in the future. Schedule the article instead.' : undefined}
          help={timeZone(moment)}
          autoFocus
        />
      </form>
    </Dialog>
  );
}
