import { counted } from '../../../components/base/counted.ts';
import { DifferenceView } from '../difference/difference-view.tsx';
import type { FieldDifference } from '../difference/difference.ts';
import type { EditedItem } from '../item.ts';

interface WhatReadersSeeProps {
  item: EditedItem;
  /** From the live version to the draft; from nothing if the item is not live. */
  differences: readonly FieldDifference[];
}

/** The changes for readers: all fields if the item is not live yet, otherwise the fields that differ. */
export function WhatReadersSee({ item, differences }: WhatReadersSeeProps) {
  const words = differences.reduce((sum, difference) => sum + difference.words.in, 0);
  const isFirst = item.live === null || item.status !== 'published';
  const filled = differences.filter(({ key }) => item.draft[key] !== false);
  if (isFirst)
    return (
      <p>
        Goes live{filled.length === 0 ? '' : `: ${labelList(filled)}`}
        {words === 0 ? '' : ` (${counted(words, 'word')})`}
      </p>
    );
  if (differences.length === 0) return <p>Nothing changes for readers.</p>;
  return (
    <section aria-label="What changes for readers" tabIndex={0}>
      <h3 className="publish-sheet-head">
        {differences.length === 1 ? '1 field changes' : `${differences.length} fields change`} for readers
      </h3>
      <DifferenceView differences={differences} />
    </section>
  );
}

function labelList(differences: readonly FieldDifference[]): string {
  const labels = differences.map(({ label }) => label);
  return labels.length > 8
    ? `${labels.slice(0, 8).join(', ')} and ${labels.length - 8} more`
    : labels.join(', ');
}
