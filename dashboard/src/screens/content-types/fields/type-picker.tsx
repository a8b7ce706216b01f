import { type KeyboardEvent, useRef } from 'react';
import { Dialog } from '../../../components/overlay/dialog.tsx';
import { type FieldKind, fieldKinds } from '../../../features/fields/field-kinds.ts';

const groups = Map.groupBy(fieldKinds, ({ group }) => group);
const [firstKind] = fieldKinds;

/** The kinds of fields in groups. Arrow keys move the focus, a letter jumps to the next kind that starts with it. */
export function TypePicker({ onPick, onClose }: { onPick: (kind: FieldKind) => void; onClose: () => void }) {
  const box = useRef<HTMLDivElement>(null);
  const onKey = (event: KeyboardEvent) => {
    const cards = [...(box.current?.querySelectorAll<HTMLButtonElement>('button') ?? [])];
    const focusedIndex = cards.findIndex((card) => card === document.activeElement);
    const byLetter = /^[a-z]$/i.test(event.key)
      ? [...cards.slice(focusedIndex + 1), ...cards].find((card) =>
          card.innerText.toLowerCase().startsWith(event.key.toLowerCase()),
        )
      : undefined;
    const target = byLetter ?? adjacentCard(cards, focusedIndex, event.key);
    if (target === undefined || event.metaKey || event.ctrlKey) return;
    event.preventDefault();
    target.focus();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="Add a field"
      description="Choose a field type. You can’t change it after saving."
      size="large"
    >
      <div className="picker" ref={box} onKeyDown={onKey}>
        {[...groups].map(([group, kinds]) => (
          <section key={group} aria-label={group}>
            <h3 className="picker-group">{group}</h3>
            <div className="picker-types">
              {kinds.map((kind) => (
                <button
                  key={kind.name}
                  type="button"
                  className="picker-type"
                  autoFocus={kind === firstKind}
                  onClick={() => onPick(kind)}
                >
                  <kind.icon size={18} aria-hidden />
                  <span>
                    <strong>{kind.name}</strong>
                    <span>{kind.purpose}</span>
                  </span>
                </button>
              ))}
            </div>
          </section>
        ))}
      </div>
    </Dialog>
  );
}

/** The card that an arrow key moves to: the previous or next one, or the nearest in the row above or below. */
function adjacentCard(
  cards: readonly HTMLElement[],
  focusedIndex: number,
  key: string,
): HTMLElement | undefined {
  if (key === 'ArrowLeft') return cards[focusedIndex - 1];
  if (key === 'ArrowRight') return cards[focusedIndex + 1];
  const box = cards[focusedIndex]?.getBoundingClientRect();
  const sign = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0;
  if (box === undefined || sign === 0) return undefined;
  const ahead = cards.filter((card) => (card.getBoundingClientRect().top - box.top) * sign > 1);
  const distance = (card: HTMLElement) => {
    const { top, left } = card.getBoundingClientRect();
    return Math.abs(top - box.top) * 10 + Math.abs(left - box.left);
  };
  return ahead.toSorted((one, other) => distance(one) - distance(other))[0];
}
