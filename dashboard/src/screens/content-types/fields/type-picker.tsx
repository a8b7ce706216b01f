import { type KeyboardEvent, useRef } from 'react';
import type { FieldType } from '../../../../../src/contract/fields/field-types.ts';
import { Dialog } from '../../../components/overlay/dialog.tsx';
import { fieldTypeViews } from '../../../features/fields/field-types.ts';

const all = Object.entries(fieldTypeViews) as [FieldType, (typeof fieldTypeViews)[FieldType]][];
const groups = Map.groupBy(all, ([, { group }]) => group);

/** The fourteen field types to choose from; arrow keys move, a letter jumps. */
export function TypePicker({ onPick, onClose }: { onPick: (type: FieldType) => void; onClose: () => void }) {
  const box = useRef<HTMLDivElement>(null);
  const onKey = (event: KeyboardEvent) => {
    const cards = [...(box.current?.querySelectorAll<HTMLButtonElement>('button') ?? [])];
    const here = cards.findIndex((card) => card === document.activeElement);
    const byLetter = /^[a-z]$/i.test(event.key)
      ? [...cards.slice(here + 1), ...cards].find((card) =>
          card.innerText.toLowerCase().startsWith(event.key.toLowerCase()),
        )
      : undefined;
    const target = byLetter ?? neighbour(cards, here, event.key);
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
        {[...groups].map(([group, types]) => (
          <section key={group} aria-label={group}>
            <h3 className="picker-group">{group}</h3>
            <div className="picker-types">
              {types.map(([type, { name, purpose, icon: Icon }]) => (
                <button
                  key={type}
                  type="button"
                  className="picker-type"
                  autoFocus={type === 'string'}
                  onClick={() => onPick(type)}
                >
                  <Icon size={18} aria-hidden />
                  <span>
                    <strong>{name}</strong>
                    <span>{purpose}</span>
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

/** The card before or after in their order, or the nearest of the next line above or below. */
function neighbour(cards: readonly HTMLElement[], here: number, key: string): HTMLElement | undefined {
  if (key === 'ArrowLeft') return cards[here - 1];
  if (key === 'ArrowRight') return cards[here + 1];
  const box = cards[here]?.getBoundingClientRect();
  const sign = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0;
  if (box === undefined || sign === 0) return undefined;
  const ahead = cards.filter((card) => (card.getBoundingClientRect().top - box.top) * sign > 1);
  const distance = (card: HTMLElement) => {
    const { top, left } = card.getBoundingClientRect();
    return Math.abs(top - box.top) * 10 + Math.abs(left - box.left);
  };
  return ahead.toSorted((one, other) => distance(one) - distance(other))[0];
}
