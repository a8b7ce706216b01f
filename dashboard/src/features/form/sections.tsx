import { ChevronDown } from 'lucide-react';
import { type ReactNode, useId, useRef } from 'react';
import { classes } from '../../components/base/classes.ts';
import { counted } from '../../components/base/counted.ts';
import { useMay } from '../access/may.ts';
import { useDraftState } from '../editing/draft/use-draft.ts';
import type { EditedField } from '../editing/item.ts';
import { CollapsedField } from './collapsed-field.tsx';
import { useEditedForm } from './form.ts';
import { HiddenNote } from './hidden-note.tsx';
import { type FormSection, haveNameOfField } from './parts.ts';
import './form.css';

interface SectionsProps {
  sections: readonly FormSection[];
  /** Draws one field. */
  children: (field: EditedField) => ReactNode;
}

/** The sections of a form; those of a group can be folded. */
export function FormSections({ sections, children }: SectionsProps) {
  return sections.map((section) =>
    section.group === null ? (
      <FieldGrid key="" fields={section.fields}>
        {children}
      </FieldGrid>
    ) : (
      <FoldedSection key={section.group.key} section={section}>
        {children}
      </FoldedSection>
    ),
  );
}

/** A section is drawn when it is first opened, and stays while it is folded, so that nothing typed is lost. */
function FoldedSection({ section, children }: { section: FormSection; children: SectionsProps['children'] }) {
  const { isOpen: isGroupOpen, toggle, hidden } = useEditedForm();
  const { group, fields } = section;
  const id = useId();
  const wasOpen = useRef(false);
  const errors = useErrorCount(fields);
  const mayWrite = useMay('draft');
  if (group === null || fields.every(({ key }) => hidden.has(key))) return null;
  const isOpen = isGroupOpen(group) || !mayWrite; // a read-only form disables the button
  wasOpen.current ||= isOpen;
  return (
    <section className={classes('form-section', isOpen && 'is-open')} aria-labelledby={`${id}-label`}>
      <h2>
        <button
          type="button"
          className="form-section-toggle"
          aria-expanded={isOpen}
          aria-controls={`${id}-fields`}
          onClick={() => toggle(group)}
        >
          <ChevronDown size={16} aria-hidden />
          <span id={`${id}-label`}>{group.label}</span>
          {errors === 0 ? null : <span className="form-errors">{counted(errors, 'error', 'errors')}</span>}
        </button>
      </h2>
      <div id={`${id}-fields`} hidden={!isOpen}>
        {wasOpen.current ? <FieldGrid fields={fields}>{children}</FieldGrid> : null}
      </div>
    </section>
  );
}

function FieldGrid({
  fields,
  children,
}: {
  fields: readonly EditedField[];
  children: SectionsProps['children'];
}) {
  const { hidden, filled } = useEditedForm();
  return (
    <div className="form-grid">
      {fields
        .filter(({ key }) => !hidden.has(key))
        .map((field) => {
          const hiddenByField = filled.get(field.key) ?? [];
          const isHalf = field.options.width === 'half';
          return (
            <div key={field.key} className={classes('form-cell', isHalf && 'form-half')}>
              {field.options.collapse_empty === true ? (
                <CollapsedField field={field}>{children(field)}</CollapsedField>
              ) : (
                children(field)
              )}
              {hiddenByField.length === 0 ? null : <HiddenNote fields={hiddenByField} />}
            </div>
          );
        })}
    </div>
  );
}

/** The number of fields with an error. */
export function useErrorCount(fields: readonly EditedField[]): number {
  const { store, nameOf } = useEditedForm();
  return useDraftState(
    store,
    ({ errors }) => fields.filter((field) => haveNameOfField(errors.keys(), nameOf(field))).length,
  );
}
