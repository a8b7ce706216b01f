import { Link } from '@tanstack/react-router';
import { BellOff, Check, CheckCheck } from 'lucide-react';
import { notificationWords } from '../../../../src/contract/notifications.ts';
import type {
  Notification,
  NotificationList,
  ReadNotifications,
} from '../../../../src/dashboard/notifications/schema.ts';
import { useProjectPages } from '../../api/pages.ts';
import { useProjectMutation, useProjectQuery } from '../../api/project.ts';
import { Button, IconButton } from '../../components/base/button.tsx';
import { classes } from '../../components/base/classes.ts';
import { Time } from '../../components/base/time.tsx';
import { Page } from '../../components/layout/page.tsx';
import { EmptyState, ErrorState, Loading } from '../../components/layout/states.tsx';
import { toast } from '../../components/overlay/toast.tsx';
import { useEditorHref } from '../../features/lists/items.ts';
import '../../components/list/boxed-list.css';
import './notifications.css';

/** What concerns the member: mentions, replies, reviews and failed promotions. */
export function NotificationsScreen() {
  const pages = useProjectPages<Notification, NotificationList>('notifications', '/notifications');
  const read = useProjectMutation<ReadNotifications, unknown>(['notifications'], (api, body) =>
    api.post('/notifications/read', body),
  );
  const { rows, first } = pages;
  const readAll = async () => {
    await read.mutateAsync({ all: true });
    toast('All notifications marked as read');
  };
  return (
    <Page
      title="Notifications"
      intro="Mentions, replies and reviews that concern you. They stay here for 90 days."
      actions={
        (first?.meta.unread ?? 0) > 0 ? (
          <Button icon={CheckCheck} busy={read.isPending} onClick={() => void readAll()}>
            Mark all as read
          </Button>
        ) : undefined
      }
    >
      {pages.error !== null ? (
        <ErrorState error={pages.error} onRetry={pages.retry} />
      ) : rows === undefined ? (
        <Loading rows={8} />
      ) : rows.length === 0 ? (
        <EmptyState icon={BellOff} title="No notifications yet">
          When someone mentions you, replies to you or reviews your draft, you see it here.
        </EmptyState>
      ) : (
        <ul className="boxed-list notifications" aria-label="Notifications">
          {rows.map((row) => (
            <NotificationRow key={row.id} row={row} onRead={() => read.mutate({ ids: [row.id] })} />
          ))}
        </ul>
      )}
      {pages.hasMore ? (
        <Button busy={pages.isLoadingMore} onClick={pages.loadMore}>
          Show more
        </Button>
      ) : null}
    </Page>
  );
}

/** Opening the item marks the notification as read. */
function NotificationRow({ row, onRead }: { row: Notification; onRead: () => void }) {
  const hrefOf = useEditorHref();
  const release = useOtherRelease(row.release_id);
  const { item, thread_id: threadId, read: isRead, at } = row;
  const href = hrefOf(item.kind, item.id, item.type);
  const title = item.title === '' ? 'Untitled' : item.title;
  return (
    <li className={classes(!isRead && 'notification-unread')}>
      <span className="notification-text">
        {isRead ? null : <span className="visually-hidden">Unread: </span>}
        {notificationWords(row)}{' '}
        {href === null ? (
          title
        ) : (
          <Link
            to={href}
            search={{ release }}
            {...(threadId === null ? {} : { hash: `thread-${threadId}` })}
            onClick={() => {
              if (!isRead) onRead();
            }}
          >
            {title}
          </Link>
        )}
      </span>
      <span className="item-when">
        <Time value={at} />
      </span>
      {isRead ? null : (
        <IconButton
          label={`Mark as read: ${notificationWords(row)} ${title}`}
          icon={Check}
          onClick={onRead}
        />
      )}
    </li>
  );
}

/** The release of an item, unless it is the default one or was deleted. */
function useOtherRelease(id: string | null): string | undefined {
  const releases = useProjectQuery<{ data: { id: string; default: boolean }[] }>('releases', '/v1/releases');
  return releases.data?.data.find((release) => release.id === id && !release.default)?.id;
}
