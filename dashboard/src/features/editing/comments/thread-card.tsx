import { Check, Reply, RotateCcw } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { Thread } from '../../../../../src/dashboard/comments/schema.ts';
import { Badge } from '../../../components/base/badge.tsx';
import { Button } from '../../../components/base/button.tsx';
import { toastError } from '../../../components/overlay/toast.tsx';
import { showField } from '../show-field.ts';
import { CommentForm } from './comment-form.tsx';
import { MessageView } from './message-view.tsx';
import { usePanel } from './panel-context.ts';
import { selectQuote } from './select-quote.ts';
import type { PartName } from './part-names.ts';

interface ThreadCardProps {
  thread: Thread;
  part: PartName;
}

/** A thread: what it is about, its messages, and what the member can do with it. */
export function ThreadCard({ thread, part }: ThreadCardProps) {
  const { id, anchor, messages, resolved } = thread;
  const { current, shownThread } = usePanel();
  const { api, refresh } = current;
  const [isReplying, setReplying] = useState(false);
  const [busy, setBusy] = useState(false);
  const card = useRef<HTMLElement>(null);
  useMarkRead(thread, card);
  useEffect(() => {
    if (shownThread?.id !== id) return;
    card.current?.scrollIntoView({ block: 'nearest' });
    card.current?.focus();
  }, [shownThread, id]);
  const resolve = async () => {
    setBusy(true);
    try {
      await api.patch(`/comments/${id}`, { resolved: !resolved });
      card.current?.closest<HTMLElement>('.comments-box')?.focus(); // this thread leaves the list
      await refresh();
    } catch (error) {
      toastError(error);
      setBusy(false);
    }
  };
  const reply = async (text: string, mentions: string[]) => {
    await api.post(`/comments/${id}/messages`, { text, mentions });
    await refresh();
  };
  const closeReply = () => {
    setReplying(false);
    card.current?.focus();
  };
  const author = messages[0]?.by.name || 'a former member';
  const isRemoved = anchor?.state != null && anchor.state !== 'ok';
  return (
    <article
      className="thread"
      ref={card}
      tabIndex={-1}
      aria-label={`Comments by ${author} on ${part.label}`}
      data-thread={id}
    >
      <div className="thread-head">
        {part.name === null || isRemoved ? (
          <span className="thread-place">{part.label}</span>
        ) : (
          <button type="button" className="thread-place link-button" onClick={() => show(thread, part)}>
            {part.label}
          </button>
        )}
        {isRemoved ? <Badge tone="warn">On removed text</Badge> : null}
        {thread.unread ? <Badge tone="note">New</Badge> : null}
      </div>
      {anchor?.quote == null ? null : (
        <blockquote className="thread-quote" dir="auto">
          {anchor.quote.exact}
        </blockquote>
      )}
      {messages.map((message) => (
        <MessageView key={message.id} threadId={id} message={message} />
      ))}
      {isReplying ? (
        <CommentForm label="Reply" action="Reply" send={reply} onClose={closeReply} />
      ) : (
        <div className="row">
          <Button variant="quiet" icon={Reply} onClick={() => setReplying(true)}>
            Reply
          </Button>
          {thread.can_resolve ? (
            <Button
              variant="quiet"
              icon={resolved ? RotateCcw : Check}
              busy={busy}
              onClick={() => void resolve()}
            >
              {resolved ? 'Reopen' : 'Resolve'}
            </Button>
          ) : null}
        </div>
      )}
    </article>
  );
}

/** Shows the part of the item, with the quoted passage selected. */
function show({ anchor }: Thread, { name }: PartName): void {
  if (name === null) return;
  showField(name);
  if (anchor?.quote != null) selectQuote(name, anchor.quote);
}

/** Marks a thread as read when the member points at it or moves the focus into it. */
function useMarkRead({ id, unread }: Thread, card: { current: HTMLElement | null }): void {
  const { current } = usePanel();
  const latest = useRef(current);
  useEffect(() => {
    latest.current = current;
  });
  useEffect(() => {
    const element = card.current;
    if (!unread || element === null) return;
    const mark = () => {
      const { api, refresh } = latest.current;
      api.put(`/comments/${id}/read`).then(refresh, () => undefined); // it stays unread until the next try
    };
    const options = { once: true };
    element.addEventListener('focusin', mark, options);
    element.addEventListener('pointerdown', mark, options);
    return () => {
      element.removeEventListener('focusin', mark);
      element.removeEventListener('pointerdown', mark);
    };
  }, [id, unread, card]);
}
