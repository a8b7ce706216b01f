import { MessageSquare } from 'lucide-react';
import './comments.css';

/** The number of open threads in a list; nothing without one. */
export function OpenComments({ count }: { count: number }) {
  if (count === 0) return null;
  const words = count === 1 ? '1 open comment' : `${count} open comments`;
  return (
    <span className="open-comments" title={words}>
      <MessageSquare size={14} aria-hidden />
      <span aria-hidden>{count}</span>
      <span className="visually-hidden">{words}</span>
    </span>
  );
}
