import type { StoredActor } from '../../../contract/events/actor.ts';
import type { Names } from '../serialize.ts';
import type { RejectionRecord, RefusalRow } from './schema.ts';

export function serializeRejection(
  { _id, at, actor, network = null, counts = {} }: RejectionRecord,
  names: Names,
): RefusalRow {
  return {
    id: _id,
    at: at.toISOString(),
    actor: actor === undefined ? null : serializeActor(actor, names),
    network,
    count: Object.values(counts).reduce((sum, n) => sum + n, 0),
    counts: { ...counts },
    beyond: actor === undefined,
  };
}

function serializeActor({ kind, id }: StoredActor, names: Names): RefusalRow['actor'] {
  return kind === 'nobody' ? null : { kind, id, name: names.get(id) ?? id };
}
