import { type Static, Type } from '@sinclair/typebox';
import { activityTopics, activityWaitMax } from '../../contract/notifications.ts';

const closed = { additionalProperties: false } as const;

export const ActivityQuery = Type.Object(
  {
    since: Type.Optional(
      Type.String({ pattern: '^\\d{1,25}$', description: 'the version of an earlier response' }),
    ),
    wait: Type.Optional(Type.Integer({ minimum: 0, maximum: activityWaitMax })),
  },
  closed,
);
export type ActivityQuery = Static<typeof ActivityQuery>;

export const Activity = Type.Object(
  {
    /** Send it as `since` of the next request. */
    version: Type.String(),
    /** The parts of the project that changed since then. */
    changed: Type.Array(Type.Union(activityTopics.map((topic) => Type.Literal(topic)))),
  },
  { $id: 'Activity', ...closed },
);
export type Activity = Static<typeof Activity>;
