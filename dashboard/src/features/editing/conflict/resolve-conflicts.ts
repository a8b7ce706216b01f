import { toast } from '../../../components/overlay/toast.tsx';
import type { ItemEditor } from '../item-editor.ts';
import type { Choice, Conflict } from './merge.ts';

interface Resolution {
  conflicts: readonly Conflict[];
  choices: ReadonlyMap<Conflict, Choice>;
  /** Who changed the same values. */
  name: string;
}

/** Saves with the chosen versions, and offers Undo if a choice discarded the user's own changes. */
export async function resolveConflicts(
  { store, service }: ItemEditor,
  { conflicts, choices, name }: Resolution,
): Promise<void> {
  const [keptVersion] = await store.resolve(choices);
  const lostKeys = conflicts
    .filter((conflict) => conflict.id !== undefined && choices.get(conflict) === 'theirs')
    .map(({ key }) => key);
  if (keptVersion === undefined) return;
  if (lostKeys.length === 0) return void toast('Kept your version. The other one is in History.');
  // The first kept version contains the user's own side of all conflicts.
  const undo = async () => {
    const values = await service.version(keptVersion);
    for (const key of new Set(lostKeys)) store.replace(key, values[key] ?? null);
  };
  toast(`Kept ${possessive(name)} version. Yours is in History.`, { label: 'Undo', run: () => void undo() });
}

function possessive(name: string): string {
  return name === 'Someone else' ? 'the other' : `${name}’s`;
}
