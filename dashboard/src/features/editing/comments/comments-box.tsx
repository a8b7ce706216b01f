import { MessageSquarePlus, X } from 'lucide-react';
import { type RefObject, useEffect, useRef } from 'react';
import { Button, IconButton } from '../../../components/base/button.tsx';
import { SelectField } from '../../../components/form/field.tsx';
import { ErrorState, Loading } from '../../../components/layout/states.tsx';
import { Choice } from '../../../components/list/choice.tsx';
import { useDefinitions } from '../../blocks/outline/definitions.ts';
import type { EditedField } from '../item.ts';
import { CommentForm } from './comment-form.tsx';
import { useComments, wholeItem } from './context.ts';
import { type PanelState, usePanel } from './panel-context.ts';
import { type PartName, partName } from './part-names.ts';
import { ThreadCard } from './thread-card.tsx';
import './comments.css';

const choices = [
  ['', 'Open'],
  ['resolved', 'Resolved'],
] as const;

/** The comments of the item, and the form for a new thread. */
export function CommentsBox({ fields }: { fields: readonly EditedField[] }) {
  const panel = usePanel();
  const host = useComments();
  const definitions = useDefinitions(fields);
  const { editor, threadState, setThreadState, newAnchor, start, current } = panel;
  const button = useRef<HTMLButtonElement>(null);
  useReturnFocus(panel, button);
  if (host === null) return null; // a new singleton is not saved yet
  const { list, isPending, error, hasMore, loadMore } = current.threads;
  const nameOf = (part: Parameters<typeof partName>[0]) => partName(part, { fields, definitions, editor });
  return (
    <section className="editing-box comments-box" aria-label="Comments" tabIndex={-1}>
      <div className="comments-head">
        <h2>Comments</h2>
        <Choice
          label="Shown comments"
          value={threadState === 'open' ? '' : threadState}
          choices={choices}
          onChange={(value) => setThreadState(value === undefined ? 'open' : 'resolved')}
        />
      </div>
      {newAnchor === null ? (
        <div>
          <Button ref={button} icon={MessageSquarePlus} onClick={() => start(wholeItem)}>
            Comment
          </Button>
        </div>
      ) : (
        <NewThread panel={panel} fields={fields} nameOf={nameOf} />
      )}
      {error !== null && list.length === 0 ? (
        <ErrorState error={error} onRetry={() => void current.refresh()} />
      ) : isPending ? (
        <Loading rows={2} />
      ) : list.length === 0 ? (
        <p className="muted">{threadState === 'open' ? 'No open comments.' : 'No resolved comments.'}</p>
      ) : (
        list.map((thread) => {
          const { anchor } = thread;
          const part = { field: anchor?.field ?? null, blockId: anchor?.block_id ?? null };
          return <ThreadCard key={thread.id} thread={thread} part={nameOf(part)} />;
        })
      )}
      {hasMore ? <Button onClick={loadMore}>Show more</Button> : null}
    </section>
  );
}

/** Returns the focus to the element that had it before the form opened. */
function useReturnFocus(
  { newAnchor, previousFocus }: PanelState,
  button: RefObject<HTMLButtonElement | null>,
): void {
  const isOpen = newAnchor !== null;
  const wasOpen = useRef(false);
  useEffect(() => {
    if (wasOpen.current && !isOpen) {
      const element = previousFocus.current;
      const canFocus = element instanceof HTMLElement && element.isConnected && element !== document.body;
      (canFocus ? element : button.current)?.focus();
    }
    wasOpen.current = isOpen;
  }, [isOpen, previousFocus, button]);
}

interface NewThreadProps {
  panel: PanelState;
  fields: readonly EditedField[];
  nameOf: (part: { field: string | null; blockId: string | null }) => PartName;
}

/** The form for a new thread: about the whole item or a field, unless it was opened on a passage or block. */
function NewThread({ panel, fields, nameOf }: NewThreadProps) {
  const { newAnchor, setAnchor, close, setThreadState, current, editor } = panel;
  if (newAnchor === null) return null;
  const { part, quote } = newAnchor;
  const { field, blockId } = part;
  const send = async (text: string, mentions: string[]) => {
    await editor.store.flush(); // the service checks the anchor in the stored draft
    const isWhole = field === null && blockId === null;
    const anchor = isWhole ? null : { field, block_id: blockId, quote };
    await current.api.post('/comments', { item: current.threads.itemId, text, mentions, anchor });
    setThreadState('open');
    await current.refresh();
  };
  return (
    <div className="thread new-thread" role="group" aria-label="New comment">
      {quote === null && blockId === null ? (
        <SelectField
          label="About"
          value={field ?? ''}
          onChange={(key) =>
            setAnchor({ part: { field: key === '' ? null : key, blockId: null }, quote: null })
          }
        >
          <option value="">This {editor.service.noun}</option>
          {fields.map(({ key, label }) => (
            <option key={key} value={key}>
              {label}
            </option>
          ))}
        </SelectField>
      ) : (
        <div className="thread-head">
          <span className="thread-place">{nameOf(part).label}</span>
          <IconButton
            label="Comment on the whole item instead"
            icon={X}
            onClick={() => setAnchor(wholeItem)}
          />
        </div>
      )}
      {quote === null ? null : (
        <blockquote className="thread-quote" dir="auto">
          {quote.exact}
        </blockquote>
      )}
      <CommentForm
        key={`${field ?? ''} ${blockId ?? ''} ${quote?.exact ?? ''}`}
        label="Comment"
        action="Comment"
        send={send}
        onClose={close}
      />
    </div>
  );
}
