import type { ContentType } from '../../../../../src/content/types/schema.ts';
import { fieldTypeFacts } from '../../../../../src/contract/fields/field-types.ts';
import { CheckField, SelectField, TextField } from '../../../components/form/field.tsx';
import { type Draft, displayOf, renamed } from '../draft.ts';

interface TypeHeadProps {
  draft: Draft;
  types: readonly ContentType[];
  onChange: (draft: Draft) => void;
}

/** What is said of the type itself. */
export function TypeHead({ draft, types, onChange }: TypeHeadProps) {
  const isNew = draft.stored === null;
  return (
    <div className="type-head">
      <div className="option-pair">
        <TextField
          label="Name"
          name="name"
          value={draft.name}
          onChange={(name) =>
            onChange(
              renamed(
                draft,
                name,
                types.map(({ slug }) => slug),
              ),
            )
          }
          placeholder="Product"
          autoFocus={isNew}
        />
        {isNew ? (
          <TextField
            label="Key"
            name="slug"
            value={draft.slug}
            onChange={(slug) => onChange({ ...draft, slug, hasOwnSlug: true })}
            help={`The API path is /v1/content/${draft.slug || '…'}. You can’t change it later.`}
            spellCheck={false}
            autoCapitalize="off"
          />
        ) : (
          <dl className="final">
            <dt>Key</dt>
            <dd>
              <code>{draft.slug}</code>
            </dd>
            <dt>API path</dt>
            <dd>
              <code>/v1/content/{draft.slug}</code>
            </dd>
          </dl>
        )}
      </div>
      {isNew ? <KindChoice draft={draft} onChange={onChange} /> : null}
      {draft.kind === 'collection' ? <Labels draft={draft} onChange={onChange} /> : null}
    </div>
  );
}

type PartProps = Omit<TypeHeadProps, 'types'>;

function KindChoice({ draft, onChange }: PartProps) {
  return (
    <fieldset className="kind-choice">
      <legend>Kind (can’t be changed later)</legend>
      <CheckField
        type="radio"
        name="kind"
        label="Collection"
        help="Many entries: products, events, pages."
        checked={draft.kind === 'collection'}
        onChange={() => onChange({ ...draft, kind: 'collection' })}
      />
      <CheckField
        type="radio"
        name="kind"
        label="Single"
        help="One entry: the home page, the site’s settings."
        checked={draft.kind === 'singleton'}
        onChange={() => onChange({ ...draft, kind: 'singleton' })}
      />
    </fieldset>
  );
}

/** By which of its fields an entry is called in lists. */
function Labels({ draft, onChange }: PartProps) {
  const offered = draft.fields.filter(({ type }) => fieldTypeFacts[type].isLabel);
  if (offered.length === 0) return null;
  const options = offered.map(({ id, label, key }) => (
    <option key={id} value={id}>
      {label || key || 'New field'}
    </option>
  ));
  const idOf = (value: string) => (value === '' ? null : value);
  return (
    <div className="option-pair">
      <SelectField
        label="Title field"
        name="display_field"
        value={displayOf(draft) ?? ''}
        onChange={(value) => onChange({ ...draft, display: idOf(value) })}
        help="Lists and pickers show this field as the name of an entry."
      >
        <option value="">None (show the ID)</option>
        {options}
      </SelectField>
      <SelectField
        label="Subtitle"
        name="subtitle_field"
        value={draft.subtitle ?? ''}
        onChange={(value) => onChange({ ...draft, subtitle: idOf(value) })}
      >
        <option value="">None</option>
        {options}
      </SelectField>
    </div>
  );
}
