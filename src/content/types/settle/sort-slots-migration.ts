import { assignSlots } from '../../entries/store/sort-slots.ts';
import type { Migration } from '../../../core/mongo/index.ts';
import { allTypes, contentTypes } from '../repository.ts';
import { isSettled } from './settle.ts';

/** Types of an earlier version get sort slots. The settle job fills them. */
export const giveSortSlots: Migration = {
  number: 1,
  name: 'give sort slots',
  reads: [contentTypes.name],
  async run(system) {
    const types = allTypes(system);
    const typesWithoutSlots = types.find({ is_settled: { $exists: false } });
    for await (const { _id, project_id, kind, fields, removed } of typesWithoutSlots) {
      const removedKeys = removed.map(({ key }) => key);
      const slots = kind === 'singleton' ? [] : assignSlots([], { fields, removedKeys }, false);
      const is_settled = isSettled({ removed, sort_slots: slots });
      await types.updateOne({ _id, project_id }, { $set: { sort_slots: slots, is_settled } });
    }
  },
};
