import { Plus } from 'lucide-react';
import { type Dispatch, type SetStateAction, useEffect, useRef, useState } from 'react';
import type { ContentType } from '../../../../../src/content/types/schema.ts';
import { ApiError } from '../../../api/errors/api-error.ts';
import { useActions } from '../../../components/keyboard/actions.ts';
import { Button } from '../../../components/base/button.tsx';
import { moved, useDragOrder } from '../../../components/list/drag-order.ts';
import { useFieldError } from '../../../components/form/form.tsx';
import { Section } from '../../../components/layout/page.tsx';
import { toast } from '../../../components/overlay/toast.tsx';
import type { FieldKind } from '../../../features/fields/field-kinds.ts';
import './field-list.css';
import {
  type Draft,
  type DraftField,
  displayOf,
  changeField,
  duplicateField,
  addField,
  removeField,
} from '../builder/draft.ts';
import { FieldCard } from './field-card.tsx';
import { TypePicker } from './type-picker.tsx';

interface FieldListProps {
  draft: Draft;
  types: readonly ContentType[];
  /** Ids of the fields in the order in which they were last sent: errors are named by position. */
  sentOrder: readonly string[];
  saveError: unknown;
  isReadOnly: boolean;
  onChange: Dispatch<SetStateAction<Draft>>;
}

/** The fields in their order; one is open at a time. */
export function FieldList({ draft, types, sentOrder, saveError, isReadOnly, onChange }: FieldListProps) {
  const { fields } = draft;
  const [openId, setOpenId] = useState<string | null>(null);
  const [newId, setNewId] = useState<string | null>(null);
  const [isPicking, setPicking] = useState(false);
  const [announcement, setAnnouncement] = useState('');
  const list = useRef<HTMLOListElement>(null);
  const undoToasts = useRef<(() => void)[]>([]);
  useEffect(() => () => undoToasts.current.splice(0).forEach((closeToast) => closeToast()), [draft.stored]);
  const error = useFieldError('fields');
  const withErrors = fieldsWithErrors(saveError, sentOrder);
  const firstWithError = withErrors.values().next().value;
  useEffect(
    () => (firstWithError === undefined ? undefined : setOpenId(firstWithError)),
    [firstWithError, saveError],
  );

  const move = (from: number, to: number) => {
    if (to < 0 || to >= fields.length) return;
    setAnnouncement(`${nameOf(fields[from])} is now field ${to + 1} of ${fields.length}.`);
    onChange((now) => ({ ...now, fields: moved(now.fields, from, to) }));
  };
  const { dragged, grip } = useDragOrder(list, move);
  const pick = () => setPicking(true);
  useActions(
    isReadOnly
      ? []
      : [{ id: 'add-field', label: 'Add a field', group: 'This type', icon: Plus, keys: 'a', run: pick }],
  );
  const add = (kind: FieldKind) => {
    const added = addField(draft, kind);
    setPicking(false);
    setOpenId(added.id);
    setNewId(added.id);
    onChange(added.draft);
  };
  const remove = (field: DraftField, index: number) => {
    const { display, subtitle } = draft;
    onChange((now) => removeField(now, field.id));
    const closeToast = toast(
      field.stored === null
        ? `${nameOf(field)} is removed`
        : `${nameOf(field)} will be removed when you save`,
      {
        label: 'Undo',
        run: () =>
          onChange((now) => ({ ...now, display, subtitle, fields: now.fields.toSpliced(index, 0, field) })),
      },
    );
    undoToasts.current.push(closeToast);
  };
  const own = { slug: draft.slug, name: draft.name, kind: draft.kind };
  const targets = draft.stored === null && draft.definitionKind === 'type' ? [...types, own] : types;

  return (
    <Section
      title="Fields"
      intro={
        fields.length === 0
          ? undefined
          : 'Editors see them in this order. Drag them, or use the arrow keys on a grip.'
      }
    >
      {error === undefined ? null : (
        <p className="field-error" role="alert">
          {error}
        </p>
      )}
      {fields.length === 0 ? (
        <p className="no-fields">No fields yet. Most types start with a short text as the title.</p>
      ) : (
        <ol className="field-list" ref={list} aria-label="Fields">
          {fields.map((field, index) => (
            <FieldCard
              key={field.id}
              field={field}
              collectionSlug={
                draft.definitionKind === 'type' && draft.kind === 'collection'
                  ? (draft.stored?.slug ?? null)
                  : null
              }
              types={targets}
              role={
                draft.kind === 'singleton'
                  ? null
                  : field.id === displayOf(draft)
                    ? 'title'
                    : field.id === draft.subtitle
                      ? 'subtitle'
                      : null
              }
              isOpen={openId === field.id && dragged === null}
              isDragged={dragged === index}
              isNew={newId === field.id}
              isReadOnly={isReadOnly}
              hasError={withErrors.has(field.id)}
              at={`fields[${sentOrder.indexOf(field.id)}]`}
              grip={grip(index)}
              onToggle={() => setOpenId(openId === field.id ? null : field.id)}
              onChange={(change) => onChange((now) => changeField(now, field.id, change))}
              onMove={(step) => move(index, index + step)}
              onCopy={() => onChange((now) => duplicateField(now, field))}
              onRemove={() => remove(field, index)}
            />
          ))}
        </ol>
      )}
      <div className="visually-hidden" aria-live="polite">
        {announcement}
      </div>
      {isReadOnly ? null : (
        <div>
          <Button icon={Plus} onClick={pick} aria-keyshortcuts="a">
            Add a field
          </Button>
        </div>
      )}
      {isPicking ? <TypePicker onPick={add} onClose={() => setPicking(false)} /> : null}
    </Section>
  );
}

const nameOf = (field: DraftField | undefined) => field?.label || field?.key || 'The field';

/** The ids of the fields with errors, in the order of the errors. */
function fieldsWithErrors(error: unknown, sentOrder: readonly string[]): ReadonlySet<string> {
  const errors = error instanceof ApiError ? error.errors : [];
  const ids = errors.map(({ param }) => sentOrder[Number(/^fields\[(\d+)\]/.exec(param ?? '')?.[1] ?? -1)]);
  return new Set(ids.filter((id) => id !== undefined));
}

const fieldParams = [
  'key',
  'renamed_from',
  'label',
  'type',
  ...[
    'help',
    'default',
    'min',
    'max',
    'min_length',
    'max_length',
    'blocks',
    'min_items',
    'max_items',
    'max_of',
    'choices',
    'format',
    'source',
    'accept',
    'target',
    'content_type',
    'show_if',
    'group',
    'width',
  ].map((option) => `options.${option}`),
];

/** The `param` values of errors in a definition with that many fields, the most specific first. */
export function errorParamsOf(fieldCount: number): string[] {
  const fields = Array.from({ length: fieldCount }, (_, index) => `fields[${index}]`);
  const exact = fields.flatMap((field) => fieldParams.map((name) => `${field}.${name}`));
  return [
    'name',
    'slug',
    'kind',
    'description',
    'display_field',
    'subtitle_field',
    'groups',
    ...exact,
    ...fields,
    'fields',
  ];
}
