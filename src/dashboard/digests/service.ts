import type { DigestInterval } from '../../contract/notifications.ts';
import { dayMs, hourMs } from '../../contract/time.ts';
import { requireSignedIn } from '../../accounts/index.ts';
import type { AccountContext } from '../../core/http/index.ts';
import { deleteDigest, findDigest, storeDigest } from './repository.ts';
import type { DigestRecord, NotificationSettings } from './schema.ts';

const intervalsMs = { hourly: hourMs, daily: dayMs } as const;

/** Milliseconds between two e-mails. @param seconds - replaces the intervals in tests */
export function intervalMs(email: DigestRecord['email'], seconds?: number): number {
  return seconds === undefined ? intervalsMs[email] : seconds * 1_000;
}

/** How often the person gets e-mail. */
export async function readNotificationSettings(context: AccountContext): Promise<NotificationSettings> {
  const { system, bounds } = context;
  const digest = await findDigest(system, requireSignedIn(context).id);
  return { email: digest?.email ?? 'off', email_available: bounds.sendsMail };
}

/** Changes how often the person gets e-mail. Notifications from before the first choice are not new. */
export async function changeNotificationSettings(
  context: AccountContext,
  { email }: { email: DigestInterval },
): Promise<NotificationSettings> {
  const { system, now, bounds } = context;
  const { id } = requireSignedIn(context);
  if (email === 'off') await deleteDigest(system, id);
  else {
    const due_at = new Date(now.getTime() + intervalMs(email, bounds.digestSeconds));
    await storeDigest(system, { _id: id, email, since: now, due_at });
  }
  return { email, email_available: bounds.sendsMail };
}
