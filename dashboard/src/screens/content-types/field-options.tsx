import type { ReactNode } from 'react';
import type { ContentType } from '../../../../src/content-types/schema.ts';
import type { LinkTargetKind } from '../../../../src/contract/links.ts';
import type { FieldType } from '../../../../src/contract/field-types.ts';
import type { FieldOptions } from '../../../../src/fields/schema.ts';
import { CheckField, SelectField, TextArea, TextField } from '../../components/field.tsx';
import { ChoicesField } from './choices-field.tsx';
import { DefaultField } from './default-field.tsx';

export interface OptionsProps {
  type: FieldType;
  options: FieldOptions;
  onChange: (options: FieldOptions) => void;
  /** The path by which the service names faults: `fields[2].options`. */
  at: string;
  /** Every type of the release, and the one that is being made. */
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

/** What can be set of a field beside its label and key; each type has its own. */
export function FieldOptionsForm(props: OptionsProps) {
  const { options, onChange, at } = props;
  const set = (change: FieldOptions) => onChange({ ...options, ...change });
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
      <OwnOptions {...props} set={set} />
      <div className="option-checks">
        <CheckField
          label="Required"
          help="Must be filled in before publishing. Existing entries aren’t affected."
          checked={options.required === true}
          onChange={(required) => set({ required })}
        />
        {props.type === 'string' || props.type === 'url' ? (
          <CheckField
            label="Unique"
            help="No two entries can have the same value."
            checked={options.unique === true}
            onChange={(unique) => set({ unique })}
          />
        ) : null}
        {props.type === 'number' ? (
          <CheckField
            label="Whole numbers only"
            checked={options.integer === true}
            onChange={(integer) => set({ integer })}
          />
        ) : null}
      </div>
      <DefaultField {...props} onChange={(value) => set({ default: value })} />
    </>
  );
}

type Set = (change: FieldOptions) => void;

function OwnOptions({ type, options, at, types, set }: OptionsProps & { set: Set }): ReactNode {
  const number = (name: NumberOption, label: string) => (
    <NumberOptionField label={label} name={name} options={options} at={at} set={set} />
  );
  const maxItems = number('max_items', 'Max. items');
  switch (type) {
    case 'string':
    case 'text':
      return (
        <Pair>
          {number('min_length', 'Min. length')}
          {number('max_length', 'Max. length')}
        </Pair>
      );
    case 'number':
      return (
        <Pair>
          {number('min', 'Minimum')}
          {number('max', 'Maximum')}
        </Pair>
      );
    case 'select':
      return (
        <ChoicesField
          name={`${at}.choices`}
          choices={options.choices ?? []}
          onChange={(choices) => set({ choices })}
        />
      );
    case 'gallery':
      return <Pair>{maxItems}</Pair>;
    case 'link':
      return <TargetField options={options} at={at} set={set} />;
    case 'link_list':
      return (
        <Pair>
          <TargetField options={options} at={at} set={set} />
          {maxItems}
        </Pair>
      );
    case 'reference':
      return <TypeField options={options} at={at} types={types} set={set} />;
    case 'reference_list':
      return (
        <Pair>
          <TypeField options={options} at={at} types={types} set={set} />
          {maxItems}
        </Pair>
      );
    case 'richtext':
    case 'boolean':
    case 'date':
    case 'url':
    case 'image':
      return null;
  }
}

function Pair({ children }: { children: ReactNode }) {
  return <div className="option-pair">{children}</div>;
}

type NumberOption = 'min' | 'max' | 'min_length' | 'max_length' | 'max_items';

interface Setting {
  options: FieldOptions;
  at: string;
  set: Set;
}

function NumberOptionField({
  label,
  name,
  options,
  at,
  set,
}: Setting & { label: string; name: NumberOption }) {
  return (
    <TextField
      label={label}
      name={`${at}.${name}`}
      type="number"
      step={name === 'min' || name === 'max' ? 'any' : 1}
      value={options[name]?.toString() ?? ''}
      onChange={(text) => set({ [name]: text === '' ? undefined : Number(text) })}
      placeholder="No limit"
    />
  );
}

function TargetField({ options, at, set }: Setting) {
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

function TypeField({ options, at, types, set }: Setting & Pick<OptionsProps, 'types'>) {
  const chosen = options.content_type ?? '';
  const collections = types.filter(({ kind, slug }) => kind === 'collection' && slug !== '');
  const isKnown = chosen === '' || collections.some(({ slug }) => slug === chosen);
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
      {isKnown ? null : <option value={chosen}>{chosen} (missing)</option>}
      {collections.map(({ slug, name }) => (
        <option key={slug} value={slug}>
          {name === '' ? slug : name}
        </option>
      ))}
    </SelectField>
  );
}
