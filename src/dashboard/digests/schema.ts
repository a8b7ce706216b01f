import { type Static, Type } from '@sinclair/typebox';
import { type DigestInterval, digestIntervals } from '../../contract/notifications.ts';

const closed = { additionalProperties: false } as const;

/** The choice of a person who gets e-mail; without a row a person gets none. */
export interface DigestRecord {
  /** The id of the person. */
  _id: string;
  email: Exclude<DigestInterval, 'off'>;
  /** Later notifications are new. */
  since: Date;
  /** When the next e-mail is due. */
  due_at: Date;
  /** What failed when the last e-mail was sent, without addresses; absent if nothing did. */
  failure?: { at: Date; what: string };
}

const email = Type.Union(
  digestIntervals.map((interval) => Type.Literal(interval)),
  { description: `one of ${digestIntervals.join(', ')}` },
);

export const NotificationSettings = Type.Object(
  {
    email,
    /** Whether the service can send e-mail. */
    email_available: Type.Boolean(),
  },
  { $id: 'NotificationSettings', ...closed },
);
export type NotificationSettings = Static<typeof NotificationSettings>;

export const ChangeNotificationSettings = Type.Object(
  { email },
  { $id: 'ChangeNotificationSettings', ...closed },
);
