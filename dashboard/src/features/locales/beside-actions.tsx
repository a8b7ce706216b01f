import { CheckCheck, Columns2, Copy, Eraser } from 'lucide-react';
import { useContext } from 'react';
import { Button } from '../../components/base/button.tsx';
import { counted } from '../../components/base/counted.ts';
import { toast } from '../../components/overlay/toast.tsx';
import { useDefinitions } from '../blocks/outline/definitions.ts';
import { isOutline, type Outline } from '../blocks/outline/outline.ts';
import type { DraftStore } from '../editing/draft/draft-store.ts';
import type { EditedField } from '../editing/item.ts';
import { isTranslated, ItemLocaleContext } from './item-locale.ts';
import { useOutdatedNames, useStillRight } from './still-right.ts';
import './locales.css';

interface BesideActionsProps {
  store: DraftStore;
  fields: readonly EditedField[];
}

/** The actions for all translated fields, while the source is shown beside the translation. */
export function BesideActions({ store, fields }: BesideActionsProps) {
  const itemLocale = useContext(ItemLocaleContext);
  const names = useTranslatedNames(store, fields);
  const outdatedCount = useOutdatedNames(store).length;
  const { confirm, isPending } = useStillRight(store);
  if (itemLocale === null || itemLocale.source === null) return null;
  const { source, sourceDraft, locale, setBeside } = itemLocale;
  if (!itemLocale.isBeside)
    return outdatedCount === 0 ? null : (
      <OutdatedNote source={source.name} count={outdatedCount} onCompare={() => setBeside(true)} />
    );
  const setAll = (valueOf: (name: string) => unknown, text: string) => {
    const before = names().map((name) => [name, store.valueOf(name) ?? null] as const);
    for (const [name] of before) store.replace(name, valueOf(name) ?? null);
    toast(text, {
      label: 'Undo',
      run: () => before.forEach(([name, value]) => store.replace(name, value)),
    });
  };
  return (
    <div className="row beside-all" role="group" aria-label="All translated fields">
      <Button
        needs="draft"
        icon={Copy}
        disabled={sourceDraft === null}
        onClick={() => setAll((name) => sourceDraft?.draft[name], `Copied from ${source.name}`)}
      >
        Copy all from {source.name}
      </Button>
      <Button needs="draft" icon={Eraser} onClick={() => setAll(() => null, `${locale.name} cleared`)}>
        Clear all
      </Button>
      {outdatedCount === 0 ? null : (
        <Button
          needs="draft"
          icon={CheckCheck}
          busy={isPending}
          onClick={() => confirm(null, 'All texts marked as still right')}
        >
          All still right
        </Button>
      )}
      <Button variant="quiet" icon={Columns2} onClick={() => setBeside(false)}>
        Close side by side
      </Button>
    </div>
  );
}

interface OutdatedNoteProps {
  /** The name of the source locale. */
  source: string;
  count: number;
  onCompare: () => void;
}

/** Says that the source changed, while it is not shown. */
function OutdatedNote({ source, count, onCompare }: OutdatedNoteProps) {
  return (
    <p className="row beside-note">
      <span>
        <bdi>{source}</bdi> changed since {counted(count, 'text was', 'texts were')} translated.
      </span>
      <Button needs="draft" icon={Columns2} onClick={onCompare}>
        Compare side by side
      </Button>
    </p>
  );
}

/** Returns a function that lists the names of all translated values: of fields, and of fields of blocks. */
function useTranslatedNames(store: DraftStore, fields: readonly EditedField[]): () => string[] {
  const definitions = useDefinitions(fields);
  return () => {
    const own = fields
      .filter((field) => isTranslated(field) && field.type !== 'blocks' && field.isAddress !== true)
      .map(({ key }) => key);
    const lists = fields.filter((field) => field.type === 'blocks' && !isTranslated(field));
    const leaves = lists.flatMap(({ key }) => {
      const outline = store.valueOf(key);
      return isOutline(outline) ? leafNames(key, outline) : [];
    });
    return [...own, ...leaves];
  };

  function leafNames(top: string, outline: Outline): string[] {
    return outline.flatMap(({ id, block, lists }) => {
      const translatedFields = (definitions?.get(block)?.fields ?? []).filter(isTranslated);
      const names = translatedFields.map(({ key }) => `${top}/${id}/${key}`);
      const innerNames = Object.values(lists).flatMap((list) => leafNames(top, list));
      return [...names, ...innerNames];
    });
  }
}
