import { Link } from '@tanstack/react-router';
import { Bell as BellIcon } from 'lucide-react';
import { useUnreadCount } from '../../features/notifications/notifications-query.ts';
import { useProject } from '../../api/project.ts';

/** The highest number that the bell shows. */
const shownMax = 99;

/** Links to the notifications, and shows how many are unread. */
export function Bell() {
  const { id: projectId } = useProject();
  const count = useUnreadCount();
  const label = count === 0 ? 'Notifications' : `Notifications, ${count} unread`;
  return (
    <Link
      to="/p/$projectId/notifications"
      params={{ projectId }}
      className="bell"
      aria-label={label}
      title={label}
    >
      <BellIcon size={17} aria-hidden />
      {count === 0 ? null : (
        <span className="bell-count" aria-hidden>
          {count > shownMax ? `${shownMax}+` : count}
        </span>
      )}
    </Link>
  );
}
