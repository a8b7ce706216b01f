import { Ellipsis, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { Thread } from '../../../../../src/dashboard/comments/schema.ts';
import { useSession } from '../../../api/session.ts';
import { IconButton } from '../../../components/base/button.tsx';
import { Time } from '../../../components/base/time.tsx';
import { useConfirm } from '../../../components/overlay/confirm.tsx';
import { Menu, MenuItem } from '../../../components/overlay/menu.tsx';
import { toast } from '../../../components/overlay/toast.tsx';
import { useMay } from '../../access/may.ts';
import { CommentForm } from './comment-form.tsx';
import { usePanel } from './panel-context.ts';

interface MessageViewProps {
  threadId: string;
  message: Thread['messages'][number];
}

/** A message with its author and time. Authors edit and delete their own messages; owners delete any. */
export function MessageView({ threadId, message }: MessageViewProps) {
  const { id, by, at, edited_at: editedAt, text } = message;
  const { api, refresh } = usePanel().current;
  const confirm = useConfirm();
  const isOwn = useSession()?.user?.id === by.id;
  const isOwner = useMay('manage');
  const [isChanging, setChanging] = useState(false);
  const path = `/comments/${threadId}/messages/${id}`;
  const name = by.name || 'A former member';
  const change = async (changed: string) => {
    await api.patch(path, { text: changed });
    await refresh();
  };
  const remove = () =>
    confirm({
      title: 'Delete this comment?',
      body: 'It can’t be restored.',
      action: 'Delete comment',
      danger: true,
      run: async () => {
        await api.remove(path);
        toast('Comment deleted');
        await refresh();
      },
    });
  return (
    <div className="comment">
      <div className="comment-head">
        <strong>{name}</strong> <Time value={at} />
        {editedAt === null ? null : <span className="muted">edited</span>}
        {isOwn || isOwner ? (
          <Menu trigger={<IconButton label={`More for the comment by ${name}`} icon={Ellipsis} />}>
            {isOwn ? (
              <MenuItem icon={Pencil} onSelect={() => setChanging(true)}>
                Edit
              </MenuItem>
            ) : null}
            <MenuItem icon={Trash2} danger onSelect={remove}>
              Delete
            </MenuItem>
          </Menu>
        ) : null}
      </div>
      {isChanging ? (
        <CommentForm
          label="Comment"
          action="Save"
          initialText={text}
          hasMentions={false}
          send={change}
          onClose={() => setChanging(false)}
        />
      ) : (
        <p className="comment-text" dir="auto">
          {text}
        </p>
      )}
    </div>
  );
}
