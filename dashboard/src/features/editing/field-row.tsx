import { memo, useCallback, useContext, useMemo, useSyncExternalStore } from 'react';
import { textAtField } from '../../api/errors/error-texts.ts';
import { FieldLanguageContext } from '../../components/form/language.ts';
import { FallbackLine } from '../locales/fallback-line.tsx';
import { BesideSource } from '../locales/beside-source.tsx';
import { useFieldLanguage, useIsSharedLocked } from '../locales/item-locale.ts';
import { FieldWidget } from '../fields/widget.tsx';
import { FormContext } from '../form/form.ts';
import { updateSlugs } from '../form/slug-source.ts';
import { FieldNameContext } from './comments/context.ts';
import { FieldComments } from './comments/field-comments.tsx';
import { LockedField } from './locked-field.tsx';
import type { DraftStore } from './draft/draft-store.ts';
import type { EditedField } from './item.ts';
import { useDraftState } from './draft/use-draft.ts';
import { FieldPeople } from './side/field-people.tsx';

interface FieldRowProps {
  field: EditedField;
  store: DraftStore;
}

/** One field of the item. Changes of other fields don't render it again. */
export const FieldRow = memo(function FieldRow({ field, store }: FieldRowProps) {
  const { key, label, type } = field;
  const isRichText = type === 'richtext';
  // The parts of a list of blocks have their own epochs.
  const isBlockList = type === 'blocks';
  const Widget = field.widget ?? FieldWidget;
  const epoch = useSyncExternalStore(store.subscribe, () => (isBlockList ? 0 : store.epochOf(key)));
  const currentValue = useSyncExternalStore(store.subscribe, () => (isRichText ? null : store.valueOf(key)));
  // A rich text has its own state, and takes over a new value in place, so that the cursor stays.
  const initialText = useMemo(
    () => (isRichText ? store.valueOf(key) : null),
    [store, key, isRichText, epoch],
  );
  const detail = useDraftState(store, ({ errors }) => errors.get(key));
  const error = detail === undefined ? undefined : textAtField(detail, label);
  const form = useContext(FormContext);
  const change = useCallback(
    (value: unknown) => {
      const before = store.valueOf(key);
      store.change(key, value);
      if (form !== null) updateSlugs(form, key, before);
    },
    [store, key, form],
  );
  const invalid = useCallback((message: string | null) => store.invalidate(key, message), [store, key]);
  const touch = useCallback((read: () => unknown) => store.touch(key, read), [store, key]);
  const language = useFieldLanguage(field, key);
  const isLocked = useIsSharedLocked(field, key);
  const row = (
    <div data-field={key}>
      <FieldLanguageContext value={language}>
        <FieldNameContext value={key}>
          <LockedField isLocked={isLocked}>
            <Widget
              key={isRichText ? 0 : epoch}
              field={field}
              value={isRichText ? initialText : currentValue}
              onChange={change}
              onTouch={touch}
              onInvalid={invalid}
              error={error}
            />
          </LockedField>
        </FieldNameContext>
      </FieldLanguageContext>
      <FallbackLine field={field} name={key} store={store} />
      <FieldPeople name={key} />
      <FieldComments name={key} label={label} />
    </div>
  );
  return (
    <BesideSource field={field} name={key} store={store}>
      {row}
    </BesideSource>
  );
});
