import { useEffect, useRef, useState } from 'react';
import { messageOf } from '../../../api/errors/api-error.ts';
import { Button } from '../../../components/base/button.tsx';
import { CommentInput } from './comment-input.tsx';
import { mentionedIds, type Person } from './mentions.ts';

interface CommentFormProps {
  label: string;
  /** The button: "Comment", "Reply", "Save". */
  action: string;
  initialText?: string;
  hasMentions?: boolean;
  /** Whether the input takes the focus when it appears. */
  isFocused?: boolean;
  send: (text: string, mentions: string[]) => Promise<unknown>;
  onClose: () => void;
}

/** A text with its buttons. Ctrl+Enter sends it, Escape closes it. */
export function CommentForm({
  label,
  action,
  initialText = '',
  hasMentions = true,
  isFocused = true,
  send,
  onClose,
}: CommentFormProps) {
  const [text, setText] = useState(initialText);
  const [mentionedPeople, setMentionedPeople] = useState<readonly Person[]>([]);
  const [busy, setBusy] = useState(false);
  const [errorText, setErrorText] = useState<string>();
  const form = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isFocused) return;
    form.current?.querySelector('textarea')?.focus();
    form.current?.scrollIntoView({ block: 'nearest' });
  }, [isFocused]);
  const submit = async () => {
    if (busy) return;
    if (text.trim() === '') return setErrorText('Write a comment first.');
    setBusy(true);
    setErrorText(undefined);
    try {
      await send(text.trim(), mentionedIds(text, mentionedPeople));
      onClose();
    } catch (error) {
      setErrorText(messageOf(error));
      setBusy(false);
    }
  };
  return (
    <div className="comment-form" ref={form}>
      <CommentInput
        label={label}
        text={text}
        onChange={setText}
        {...(hasMentions
          ? { onMention: (person: Person) => setMentionedPeople((before) => [...before, person]) }
          : {})}
        onSubmit={() => void submit()}
        onCancel={onClose}
      />
      {errorText === undefined ? null : (
        <p className="field-error" role="alert">
          {errorText}
        </p>
      )}
      <div className="row">
        <Button variant="primary" busy={busy} onClick={() => void submit()}>
          {action}
        </Button>
        <Button variant="quiet" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </div>
  );
}
