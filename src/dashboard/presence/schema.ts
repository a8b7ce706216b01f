import { type Static, Type } from '@sinclair/typebox';
import { Timestamp } from '../../contract/listing.ts';

/** A person who has an item open. */
export interface PresenceRecord {
  /** `<project>/<item>/<person>`, in a further locale `<project>/<item>/<locale>/<person>` */
  _id: string;
  item: string;
  /** The id of the further locale in which it is open. */
  locale?: string;
  person: { id: string; name: string };
  state: 'viewing' | 'editing';
  since: Date;
  at: Date;
}

const State = Type.Union([Type.Literal('viewing'), Type.Literal('editing')]);

/** Sent every 15 s while an item is open. After 45 s without one, the person counts as gone. */
export const Heartbeat = Type.Object({ state: State }, { $id: 'Heartbeat', additionalProperties: false });
export type Heartbeat = Static<typeof Heartbeat>;

const Present = Type.Object(
  {
    item: Type.String(),
    /** The id of the further locale in which it is open. */
    locale: Type.Optional(Type.String()),
    id: Type.String(),
    name: Type.String(),
    state: State,
    since: Timestamp,
  },
  { $id: 'Present', additionalProperties: false },
);

/** The other people who have items open. */
export const PresentList = Type.Object(
  { data: Type.Array(Present) },
  { $id: 'PresentList', additionalProperties: false },
);
export type PresentList = Static<typeof PresentList>;
