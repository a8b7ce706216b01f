import { counted } from '../../../components/base/counted.ts';
import { useLocaleNames } from '../../blocks/row/locale-label.tsx';
import type { BlockDifference, FieldDifference } from './difference.ts';
import { foldLines } from './field-difference.ts';
import type { Line } from './lines.ts';
import './difference.css';

/** Differences by field: removed words struck through, added words underlined, long unchanged parts folded. */
export function DifferenceView({ differences }: { differences: readonly FieldDifference[] }) {
  return (
    <dl className="difference">
      {differences.map((difference) => (
        <div key={difference.key}>
          <dt>
            {difference.label} <WordCount {...difference} />
          </dt>
          <dd>
            {difference.blocks === undefined ? (
              <Lines lines={difference.lines} />
            ) : (
              <BlockDifferences blocks={difference.blocks} />
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

const changeWords = { added: 'Added', removed: 'Removed', moved: 'Moved', changed: 'Changed' } as const;

/** Differences by block: added, removed and moved blocks, with the fields that differ. */
function BlockDifferences({ blocks }: { blocks: readonly BlockDifference[] }) {
  if (blocks.length === 0) return <p className="difference-note">Only hidden details changed.</p>;
  return (
    <ol className="difference-blocks">
      {blocks.map(({ id, change, title, depth, fields, locales }) => (
        <li key={`${id} ${change}`} data-depth={depth}>
          <p className={`difference-line difference-${lineClasses[change]}`}>
            <span className="difference-block">{changeWords[change]}</span> {title}
          </p>
          {locales === undefined ? null : <LocaleDifference locales={locales} />}
          {fields.length === 0 ? null : <DifferenceView differences={fields} />}
        </li>
      ))}
    </ol>
  );
}

/** The languages whose readers see a block, before and after. */
function LocaleDifference({ locales: { before, after } }: Required<Pick<BlockDifference, 'locales'>>) {
  const namesOf = useLocaleNames();
  const nameOf = (ids: readonly string[] | null) => (ids === null ? 'all languages' : namesOf(ids));
  return (
    <p className="difference-note">
      Shown in {nameOf(after)}, before in {nameOf(before)}.
    </p>
  );
}

/** The end of the class name that colors a change. */
const lineClasses = { added: 'in', removed: 'out', moved: 'form', changed: 'changed' } as const;

/** `+12 −3 words`; nothing if no words changed. */
function WordCount({ words }: FieldDifference) {
  if (words.in + words.out === 0) return null;
  const parts = [words.in > 0 ? `+${words.in}` : '', words.out > 0 ? `−${words.out}` : ''];
  return (
    <span className="difference-count">
      {parts.filter(Boolean).join(' ')} {words.in + words.out === 1 ? 'word' : 'words'}
    </span>
  );
}

/** The lines of one value. */
export function Lines({ lines }: { lines: readonly Line[] }) {
  if (lines.length === 0) return <p className="difference-note">Same words; only hidden details changed.</p>;
  return foldLines(lines).map((line, index) =>
    line.kind === 'skipped' ? (
      <p key={index} className="difference-note">
        {counted(line.count, 'unchanged block')}
      </p>
    ) : (
      <OneLine key={index} line={line} />
    ),
  );
}

function OneLine({ line: { kind, block, depth, runs } }: { line: Line }) {
  const name = block === 'text' || block === 'item' ? '' : block;
  return (
    <p className={`difference-line difference-${kind}`} data-depth={Math.min(depth, 4)} dir="auto">
      {name === '' ? null : <span className="difference-block">{name}</span>}
      {runs.map(({ kind: runKind, text }, index) =>
        runKind === 'same' ? (
          <span key={index}>{text}</span>
        ) : runKind === 'in' ? (
          <ins key={index}>{text}</ins>
        ) : (
          <del key={index}>{text}</del>
        ),
      )}
      {kind === 'form' ? (
        <span className="difference-note">Formatting, links or position changed</span>
      ) : null}
    </p>
  );
}
