import { type Static, Type } from '@sinclair/typebox';
import { Nullable, Timestamp } from '../../contract/listing.ts';

/** A person who has an item open. */
export interface PresenceRecord {
  /** `<project>/<item>/<person>`, in a further locale `<project>/<item>/<locale>/<person>` */
  _id: string;
  item: string;
  /** The id of the further locale in which it is open. */
  locale?: string;
  person: { id: string; name: string };
  state: 'viewing' | 'editing';
  /** The name of the focused field; null or absent without one. */
  field?: string | null;
  since: Date;
  at: Date;
}

const State = Type.Union([Type.Literal('viewing'), Type.Literal('editing')]);

/** The focused field, as forms name it: `title`, `sections/blk_1/title`; null if none is focused. */
const FieldName = Nullable(Type.String({ maxLength: 200 }));

/** Sent every 15 s while an item is open, and when another field gets the focus. After 45 s without one, the person counts as gone. */
export const Heartbeat = Type.Object(
  { state: State, field: Type.Optional(FieldName) },
  { $id: 'Heartbeat', additionalProperties: false },
);
export type Heartbeat = Static<typeof Heartbeat>;

const Present = Type.Object(
  {
    item: Type.String(),
    /** The id of the further locale in which it is open. */
    locale: Type.Optional(Type.String()),
    id: Type.String(),
    name: Type.String(),
    state: State,
    field: FieldName,
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
