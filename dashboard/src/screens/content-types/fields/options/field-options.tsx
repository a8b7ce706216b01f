import { AllowedBlocksInput } from './blocks-options.tsx';
import { useBuilding } from '../../builder/building.ts';
import type { ComponentType, ReactNode } from 'react';
import type { ContentType } from '../../../../../../src/content/types/schema.ts';
import type { LinkTargetKind } from '../../../../../../src/contract/fields/links.ts';
import {
  type StringFormatName,
  stringFormatNames,
} from '../../../../../../src/contract/fields/string-formats.ts';
import type { FieldType } from '../../../../../../src/contract/fields/field-types.ts';
import type { FieldOptions } from '../../../../../../src/content/fields/schema.ts';
import { CheckField, SelectField, TextArea, TextField } from '../../../../components/form/field.tsx';
import type { TypeOption } from '../../../../features/fields/field-type.ts';
import { fieldTypeViews } from '../../../../features/fields/field-types.ts';
import { kindOf } from '../../../../features/fields/field-kinds.ts';
import { isSlugSource } from '../../builder/draft.ts';
import { ChoicesField } from './choices-field.tsx';
import { LocaleChecks } from './locale-options.tsx';

export interface OptionsProps {
  type: FieldType;
  options: FieldOptions;
  onChange: (options: FieldOptions) => void;
  /** The path by which the service names errors: `fields[2].options`. */
  at: string;
  /** All types of the release, and the one that is being created. */
  types: readonly Pick<ContentType, 'slug' | 'name' | 'kind'>[];
}

const targetNames: Readonly<Record<LinkTargetKind, string>> = {
  blog_article: 'Blog articles',
  blog_category: 'Blog categories',
  author: 'Authors',
  kb_article: 'Knowledge base articles',
  kb_collection: 'Knowledge base collections',
  kb_section: 'Knowledge base sections',
};

interface FieldOptionsFormProps extends OptionsProps {
  /** The number of entries without a value, shown if the field is required. */
  emptyCount: ReactNode;
}

/** The options of a field. Each field type has its own. */
export function FieldOptionsForm({ type, options, onChange, at, types, emptyCount }: FieldOptionsFormProps) {
  const { options: own, DefaultInput } = fieldTypeViews[type];
  const set: OptionInputProps['set'] = (change) => onChange({ ...options, ...change } as FieldOptions);
  const { definitionKind, hasLocales } = useBuilding();
  const inputs = own.filter((name) => name !== 'max_of' && !isCheck(name)) as InputOption[];
  // Only fields of content types can be unique, because the service can't find blocks by their values.
  const checks = own.filter(isCheck).filter((name) => definitionKind === 'type' || name !== 'unique');
  return (
    <>
      <TextArea
        label="Help text"
        name={`${at}.help`}
        rows={2}
        value={options.help ?? ''}
        onChange={(help) => set({ help })}
        help="Shown below the field."
      />
      {inputs.length === 0 ? null : (
        <div className="option-pair">
          {inputs.map((name) => {
            const Input = inputOptions[name];
            return <Input key={name} name={name} options={options} at={at} types={types} set={set} />;
          })}
        </div>
      )}
      <div className="option-checks">
        <CheckField
          label="Required"
          help="Must be filled in before publishing. Existing entries aren’t affected."
          checked={options.required === true}
          onChange={(required) => set({ required })}
        />
        {options.required === true ? emptyCount : null}
        {checks.map((name) => (
          <CheckField
            key={name}
            {...checkOptions[name]}
            checked={options[name] === true}
            onChange={(isChecked) => set({ [name]: isChecked })}
          />
        ))}
        {hasLocales || options.localized === true ? <LocaleChecks options={options} set={set} /> : null}
      </div>
      {DefaultInput === undefined ? null : (
        <DefaultInput
          label="Default value"
          name={`${at}.default`}
          help="New entries start with this value. Existing entries do not change."
          options={options}
          value={options.default}
          onChange={(value) => set({ default: value })}
        />
      )}
    </>
  );
}

interface OptionInputProps extends Omit<OptionsProps, 'type' | 'onChange'> {
  name: InputOption;
  /** Sets options; undefined removes one. */
  set: (change: { [Name in keyof FieldOptions]?: FieldOptions[Name] | undefined }) => void;
}

type CheckOption = 'unique' | 'integer';
/** `max_of` has no input of its own: AllowedBlocksInput sets it for each block. */
type InputOption = Exclude<TypeOption, CheckOption | 'max_of'>;

const checkOptions: Readonly<Record<CheckOption, { label: string; help?: string }>> = {
  unique: { label: 'Unique', help: 'No two entries can have the same value.' },
  integer: { label: 'Whole numbers only' },
};

const inputOptions: Readonly<Record<InputOption, ComponentType<OptionInputProps>>> = {
  min_length: numberInput('Min. length', 1),
  max_length: numberInput('Max. length', 1),
  min: numberInput('Minimum', 'any'),
  max: numberInput('Maximum', 'any'),
  choices: ChoicesInput,
  target: TargetInput,
  content_type: TypeInput,
  blocks: AllowedBlocksInput,
  format: FormatInput,
  source: SourceInput,
  accept: AcceptInput,
  min_items: numberInput('Min. items', 1),
  max_items: numberInput('Max. items', 1),
};

function isCheck(name: TypeOption): name is CheckOption {
  return name in checkOptions;
}

function numberInput(label: string, step: 1 | 'any') {
  return ({ name, options: { [name]: value }, at, set }: OptionInputProps) => (
    <TextField
      label={label}
      name={`${at}.${name}`}
      type="number"
      step={step}
      value={typeof value === 'number' ? String(value) : ''}
      onChange={(text) => set({ [name]: text === '' ? undefined : Number(text) })}
      placeholder="No limit"
    />
  );
}

function ChoicesInput({ options, at, set }: OptionInputProps) {
  return (
    <ChoicesField
      name={`${at}.choices`}
      choices={options.choices ?? []}
      onChange={(choices) => set({ choices })}
    />
  );
}

function FormatInput({ options, at, set }: OptionInputProps) {
  return (
    <SelectField
      label="Format"
      name={`${at}.format`}
      value={options.format ?? ''}
      onChange={(format) =>
        set({ format: format === '' ? undefined : (format as StringFormatName), source: undefined })
      }
    >
      <option value="">Any text</option>
      {stringFormatNames.map((format) => (
        <option key={format} value={format}>
          {kindOf({ type: 'string', options: { format } }).name}
        </option>
      ))}
    </SelectField>
  );
}

function SourceInput({ options, at, set }: OptionInputProps) {
  const { fields } = useBuilding();
  if (options.format !== 'slug') return null;
  const source = options.source ?? '';
  const sources = fields.filter((field) => field.key !== '' && isSlugSource(field));
  const isListed = source === '' || sources.some(({ key }) => key === source);
  return (
    <SelectField
      label="Create from"
      name={`${at}.source`}
      help="An empty slug is created from this field."
      value={source}
      onChange={(key) => set({ source: key === '' ? undefined : key })}
    >
      <option value="">None</option>
      {isListed ? null : <option value={source}>{source} (missing)</option>}
      {sources.map(({ id, key, label }) => (
        <option key={id} value={key}>
          {label || key}
        </option>
      ))}
    </SelectField>
  );
}

function AcceptInput({ options, at, set }: OptionInputProps) {
  return (
    <TextField
      label="File types"
      name={`${at}.accept`}
      help="Separated by commas, for example application/pdf, video/*. Empty for any file."
      value={(options.accept ?? []).join(', ')}
      onChange={(text) => {
        const types = text.split(',').map((type) => type.trim());
        set({ accept: text.trim() === '' ? undefined : types });
      }}
    />
  );
}

function TargetInput({ options, at, set }: OptionInputProps) {
  return (
    <SelectField
      label="Links to"
      name={`${at}.target`}
      value={options.target ?? ''}
      onChange={(target) => set({ target })}
    >
      <option value="" disabled>
        Choose what it links to
      </option>
      {Object.entries(targetNames).map(([value, name]) => (
        <option key={value} value={value}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}

function TypeInput({ options, at, types, set }: OptionInputProps) {
  const chosen = options.content_type ?? '';
  const collections = types.filter(({ kind, slug }) => kind === 'collection' && slug !== '');
  const isListed = chosen === '' || collections.some(({ slug }) => slug === chosen);
  return (
    <SelectField
      label="Refers to entries of"
      name={`${at}.content_type`}
      value={chosen}
      onChange={(slug) => set({ content_type: slug })}
    >
      <option value="" disabled>
        Choose a collection
      </option>
      {isListed ? null : <option value={chosen}>{chosen} (missing)</option>}
      {collections.map(({ slug, name }) => (
        <option key={slug} value={slug}>
          {name === '' ? slug : name}
        </option>
      ))}
    </SelectField>
  );
}
