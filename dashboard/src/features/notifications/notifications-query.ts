import type { NotificationList } from '../../../../src/dashboard/notifications/schema.ts';
import { useProjectQuery } from '../../api/project.ts';

/** The number of the member's unread notifications; 0 until it is loaded. */
export function useUnreadCount(): number {
  const query = { limit: 1, unread: true };
  return (
    useProjectQuery<NotificationList>('notifications', '/notifications', { query }).data?.meta.unread ?? 0
  );
}
