import { fieldTypeFacts } from '../../../../../src/contract/fields/field-types.ts';
import { CheckField, SelectField, TextArea, TextField } from '../../../components/form/field.tsx';
import { type Draft, displayOf, renameDraft } from './draft.ts';

interface HeadProps {
  draft: Draft;
  usedSlugs: readonly string[];
  onChange: (draft: Draft) => void;
}

/** The settings of the content type or block itself, above its fields. */
export function DefinitionHead({ draft, usedSlugs, onChange }: HeadProps) {
  const isNew = draft.stored === null;
  const isType = draft.definitionKind === 'type';
  const apiPath = `/v1/content/${draft.slug || '…'}`;
  return (
    <div className="type-head">
      <div className="option-pair">
        <TextField
          label="Name"
          name="name"
          value={draft.name}
          onChange={(name) => onChange(renameDraft(draft, name, usedSlugs))}
          placeholder={isType ? 'Product' : 'Hero'}
          autoFocus={isNew}
        />
        {isNew ? (
          <TextField
            label="Key"
            name="slug"
            value={draft.slug}
            onChange={(slug) => onChange({ ...draft, slug, hasOwnSlug: true })}
            help={`${isType ? `The API path is ${apiPath}.` : 'The block’s name in the API.'} You can’t change it later.`}
            spellCheck={false}
            autoCapitalize="off"
          />
        ) : (
          <dl className="final">
            <dt>Key</dt>
            <dd>
              <code>{draft.slug}</code>
            </dd>
            {isType ? (
              <>
                <dt>API path</dt>
                <dd>
                  <code>{apiPath}</code>
                </dd>
              </>
            ) : null}
          </dl>
        )}
      </div>
      {isType ? (
        <>
          {isNew ? <KindChoice draft={draft} onChange={onChange} /> : null}
          {draft.kind === 'collection' ? <TitleFields draft={draft} onChange={onChange} /> : null}
        </>
      ) : (
        <>
          <TextArea
            label="Description"
            name="description"
            rows={2}
            value={draft.description}
            onChange={(description) => onChange({ ...draft, description })}
            help="Editors see it when they choose a block."
          />
          <TitleFields draft={draft} onChange={onChange} />
        </>
      )}
    </div>
  );
}

type PartProps = Omit<HeadProps, 'usedSlugs'>;

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

/** The fields that lists show as title and subtitle of an entry, or a closed block as its title. */
function TitleFields({ draft, onChange }: PartProps) {
  const isType = draft.definitionKind === 'type';
  const labelFields = draft.fields.filter(({ type }) => fieldTypeFacts[type].isLabel);
  if (labelFields.length === 0) return null;
  const options = labelFields.map(({ id, label, key }) => (
    <option key={id} value={id}>
      {label || key || 'New field'}
    </option>
  ));
  const idOf = (value: string) => (value === '' ? null : value);
  const title = (
    <SelectField
      label="Title field"
      name="display_field"
      value={displayOf(draft) ?? ''}
      onChange={(value) => onChange({ ...draft, display: idOf(value) })}
      help={
        isType
          ? 'Lists and pickers show this field as the name of an entry.'
          : 'A closed block shows this field.'
      }
    >
      <option value="">{isType ? 'None (show the ID)' : 'None'}</option>
      {options}
    </SelectField>
  );
  if (!isType) return title;
  return (
    <div className="option-pair">
      {title}
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
