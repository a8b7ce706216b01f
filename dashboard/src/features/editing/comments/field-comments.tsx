import { MessageSquare } from 'lucide-react';
import { partOf, useComments } from './context.ts';
import './comments.css';

/** A button with the number of open threads on a field or block; nothing without one. */
export function FieldComments({ name, label }: { name: string; label: string }) {
  const comments = useComments();
  if (comments === null) return null;
  const part = partOf(name);
  const count = comments.countAt(part);
  if (count === 0) return null;
  const words = count === 1 ? '1 comment' : `${count} comments`;
  return (
    <button
      type="button"
      className="field-comments"
      aria-label={`${words} on ${label}`}
      onClick={() => comments.show(part)}
    >
      <MessageSquare size={14} aria-hidden />
      {words}
    </button>
  );
}
