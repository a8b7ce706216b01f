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
  const [chosen, setChosen] = useState<readonly Person[]>([]);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const form = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isFocused) return;
    form.current?.querySelector('textarea')?.focus();
    form.current?.scrollIntoView({ block: 'nearest' });
  }, [isFocused]);
  const submit = async () => {
    if (busy) return;
    if (text.trim() === '') return setProblem('Write a comment first.');
    setBusy(true);
    setProblem(undefined);
    try {
      await send(text.trim(), mentionedIds(text, chosen));
      onClose();
    } catch (error) {
      setProblem(messageOf(error));
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
          ? { onMention: (person: Person) => setChosen((before) => [...before, person]) }
          : {})}
        onSubmit={() => void submit()}
        onCancel={onClose}
      />
      {problem === undefined ? null : (
        <p className="field-error" role="alert">
          {problem}
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
