import { type Static, Type } from '@sinclair/typebox';
import { type DigestInterval, digestIntervals } from '../../contract/notifications.ts';

const closed = { additionalProperties: false } as const;

/** The setting of a person who gets e-mail. A person without a row gets none. */
export interface DigestRecord {
  /** The id of the person. */
  _id: string;
  email: Exclude<DigestInterval, 'off'>;
  /** Later notifications are new. */
  since: Date;
  /** When the next e-mail is due. */
  due_at: Date;
  /** Projects that could not be read for an e-mail, with the time after which their notifications are new. */
  skipped?: { project: string; since: Date }[];
  /** Why the last e-mail was not sent, without addresses; absent if it was. */
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
