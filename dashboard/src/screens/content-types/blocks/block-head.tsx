import { fieldTypeFacts } from '../../../../../src/contract/fields/field-types.ts';
import { SelectField, TextArea, TextField } from '../../../components/form/field.tsx';
import { displayOf, renamed } from '../draft.ts';
import type { BlockDraft } from './draft.ts';

interface BlockHeadProps {
  draft: BlockDraft;
  /** Keys of definitions that there are. */
  taken: readonly string[];
  onChange: (draft: BlockDraft) => void;
}

/** What is said of the block itself. */
export function BlockHead({ draft, taken, onChange }: BlockHeadProps) {
  const { fields, description } = draft;
  const isNew = fields.stored === null;
  const labels = fields.fields.filter(({ type }) => fieldTypeFacts[type].isLabel);
  const set = (change: Partial<BlockDraft['fields']>) =>
    onChange({ ...draft, fields: { ...fields, ...change } });
  return (
    <div className="type-head">
      <div className="option-pair">
        <TextField
          label="Name"
          name="name"
          value={fields.name}
          onChange={(name) => onChange({ ...draft, fields: renamed(fields, name, taken) })}
          placeholder="Hero"
          autoFocus={isNew}
        />
        {isNew ? (
          <TextField
            label="Key"
            name="slug"
            value={fields.slug}
            onChange={(slug) => set({ slug, hasOwnSlug: true })}
            help="The block’s name in the API. You can’t change it later."
            spellCheck={false}
            autoCapitalize="off"
          />
        ) : (
          <dl className="final">
            <dt>Key</dt>
            <dd>
              <code>{fields.slug}</code>
            </dd>
          </dl>
        )}
      </div>
      <TextArea
        label="Description"
        name="description"
        rows={2}
        value={description}
        onChange={(text) => onChange({ ...draft, description: text })}
        help="Editors see it when they choose a block."
      />
      {labels.length === 0 ? null : (
        <SelectField
          label="Title field"
          name="display_field"
          value={displayOf(fields) ?? ''}
          onChange={(value) => set({ display: value === '' ? null : value })}
          help="A closed block shows this field."
        >
          <option value="">None</option>
          {labels.map(({ id, label, key }) => (
            <option key={id} value={id}>
              {label || key || 'New field'}
            </option>
          ))}
        </SelectField>
      )}
    </div>
  );
}
