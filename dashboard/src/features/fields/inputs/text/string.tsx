import { useContext, useEffect, useSyncExternalStore } from 'react';
import { Button } from '../../../../components/base/button.tsx';
import { Field } from '../../../../components/form/field.tsx';
import { useMay } from '../../../access/may.ts';
import { useDraftState } from '../../../editing/draft/use-draft.ts';
import type { EditedField } from '../../../editing/item.ts';
import { type EditedForm, FormContext } from '../../../form/form.ts';
import { createdSlug, slugSource } from '../../../form/slug-source.ts';
import type { WidgetProps } from '../../context.ts';
import { helpOf, LineWidget } from './text.tsx';

/** One line of text. In a form, a slug with a source can be created from it. */
export function StringWidget(props: WidgetProps) {
  const form = useContext(FormContext);
  const source = form === null ? undefined : slugSource(form, props.field);
  const mayWrite = useMay('draft');
  return form === null || source === undefined || !mayWrite ? (
    <LineWidget {...props} />
  ) : (
    <CreatedSlugWidget {...props} form={form} source={source} />
  );
}

interface CreatedSlugProps extends WidgetProps {
  form: EditedForm;
  source: EditedField;
}

function CreatedSlugWidget({ field, value, onChange, error, form, source }: CreatedSlugProps) {
  const { store, valueOf } = form;
  const created = useSyncExternalStore(store.subscribe, () => createdSlug(form, field.key, valueOf(source)));
  const isTaken = useDraftState(store, ({ errors }) => errors.get(field.key)?.code === 'field_value_taken');
  const isCreated = value === created;
  // The service adds a number to an empty slug whose text another entry has.
  useEffect(() => {
    if (isTaken && isCreated) onChange(null);
  }, [isTaken, isCreated, onChange]);
  const { required, help } = field.options;
  const note = `Leave empty to create it from ${source.label} when you publish.`;
  return (
    <Field label={field.label} required={required} error={error} help={helpOf(help, note)}>
      {(ids) => (
        <div className="widget-row">
          <input
            {...ids}
            type="text"
            className="input"
            spellCheck={false}
            autoCapitalize="off"
            placeholder={created ?? undefined}
            value={typeof value === 'string' ? value : ''}
            onChange={(event) => onChange(event.target.value === '' ? null : event.target.value)}
          />
          <Button disabled={created === null} onClick={() => onChange(created)}>
            Create from {source.label}
          </Button>
        </div>
      )}
    </Field>
  );
}
