import { Check, Copy, Eraser } from 'lucide-react';
import { type ReactNode, useContext } from 'react';
import { Badge } from '../../components/base/badge.tsx';
import { Button } from '../../components/base/button.tsx';
import type { DraftStore } from '../editing/draft/draft-store.ts';
import type { EditedField } from '../editing/item.ts';
import { useFieldHost } from '../fields/context.ts';
import { hasOwnValue, type ItemLocale, ItemLocaleContext } from './item-locale.ts';
import { useOutdatedNames, useStillRight } from './still-right.ts';
import { wordsOf } from './words-of.ts';
import './locales.css';

interface BesideSourceProps {
  field: EditedField;
  name: string;
  store: DraftStore;
  children: ReactNode;
}

/**
 * A field of a translation beside the text of its source. Addresses are drawn alone, and lists of blocks, but not their
 * fields.
 */
export function BesideSource({ field, name, store, children }: BesideSourceProps) {
  const itemLocale = useContext(ItemLocaleContext);
  const isAlone = field.type === 'blocks' || field.isAddress === true;
  const isShown = itemLocale?.isBeside === true && !isAlone && hasOwnValue(itemLocale, field, name);
  if (itemLocale === null || !isShown) return children;
  return (
    <div className="beside">
      <SourceValue field={field} name={name} store={store} itemLocale={itemLocale} />
      {children}
    </div>
  );
}

interface SourceValueProps extends Omit<BesideSourceProps, 'children'> {
  itemLocale: ItemLocale;
}

function SourceValue({ field, name, store, itemLocale: { source, sourceDraft } }: SourceValueProps) {
  const { targets } = useFieldHost();
  const isOutdated = useOutdatedNames(store).includes(store.nameOf(name));
  const { confirm, isPending } = useStillRight(store);
  if (source === null) return null;
  const value = sourceDraft?.draft[name] ?? null;
  const titleOf = (id: string) => sourceDraft?.targets[id]?.title ?? targets[id]?.title ?? id;
  const words = wordsOf(field, value, titleOf);
  return (
    <section className="beside-source" aria-label={`${field.label} in ${source.name}`}>
      <p className="beside-head">
        {field.label} <span className="muted">{source.name}</span>
      </p>
      {isOutdated ? (
        <p>
          <Badge tone="warn">Changed since it was translated</Badge>
        </p>
      ) : null}
      {words === '' ? (
        <p className="muted">Empty</p>
      ) : (
        <div className="beside-text" lang={source.code} dir={source.direction}>
          {words}
        </div>
      )}
      <div className="row beside-buttons">
        {isOutdated ? (
          <Button
            needs="draft"
            icon={Check}
            busy={isPending}
            aria-label={`Still right: ${field.label}`}
            onClick={() => confirm(name, `${field.label} marked as still right`)}
          >
            Still right
          </Button>
        ) : null}
        <Button
          needs="draft"
          variant="quiet"
          icon={Copy}
          disabled={value === null}
          aria-label={`Copy from ${source.name}: ${field.label}`}
          onClick={() => store.replace(name, value)}
        >
          Copy from {source.name}
        </Button>
        <Button
          needs="draft"
          variant="quiet"
          icon={Eraser}
          aria-label={`Clear: ${field.label}`}
          onClick={() => store.replace(name, null)}
        >
          Clear
        </Button>
      </div>
    </section>
  );
}
