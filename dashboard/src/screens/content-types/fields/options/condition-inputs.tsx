import { useState } from 'react';
import {
  comparedValues,
  type Condition,
  type ConditionValue,
} from '../../../../../../src/contract/fields/conditions.ts';
import type { DraftField } from '../../builder/draft.ts';
import {
  conditionOf,
  type ConditionOperator,
  operatorOf,
  operatorsOf,
  operatorWords,
} from './condition-words.ts';

interface ConditionInputsProps {
  condition: Condition;
  /** The fields that the condition can name. */
  sources: readonly DraftField[];
  onChange: (condition: Condition) => void;
}

/** The three parts of a condition: field, operator, value. */
export function ConditionInputs({ condition, sources, onChange }: ConditionInputsProps) {
  const source = sources.find(({ key }) => key === condition.field);
  const operator = operatorOf(condition);
  const values = comparedValues(condition);
  const chooseSource = (key: string) => {
    const next = sources.find((one) => one.key === key);
    if (next === undefined) return;
    const [first = 'has_value'] = operatorsOf(next);
    onChange(conditionOf(next, operatorsOf(next).includes(operator) ? operator : first, values));
  };
  return (
    <>
      <select
        className="input select"
        aria-label="Field"
        value={condition.field}
        onChange={({ target }) => chooseSource(target.value)}
      >
        {source === undefined ? <option value={condition.field}>{condition.field} (missing)</option> : null}
        {sources.map(({ id, key, label }) => (
          <option key={id} value={key}>
            {label || key}
          </option>
        ))}
      </select>
      {source === undefined ? null : (
        <>
          <select
            className="input select"
            aria-label="Comparison"
            value={operator}
            onChange={({ target }) =>
              onChange(conditionOf(source, target.value as ConditionOperator, values))
            }
          >
            {operatorsOf(source).map((one) => (
              <option key={one} value={one}>
                {operatorWords[one]}
              </option>
            ))}
          </select>
          {operator === 'is_empty' || operator === 'has_value' ? null : (
            <ValueInput
              key={`${source.id} ${operator}`}
              source={source}
              isList={operator === 'in'}
              values={values}
              onChange={(next) => onChange(conditionOf(source, operator, next))}
            />
          )}
        </>
      )}
    </>
  );
}

interface ValueInputProps {
  source: DraftField;
  isList: boolean;
  values: readonly ConditionValue[];
  onChange: (values: ConditionValue[]) => void;
}

function ValueInput({ source, isList, values, onChange }: ValueInputProps) {
  const { type, options } = source;
  const [text, setText] = useState(values.join(', '));
  if (type === 'boolean')
    return (
      <select
        className="input select"
        aria-label="Value"
        value={String(values[0])}
        onChange={({ target }) => onChange([target.value === 'true'])}
      >
        <option value="true">Yes</option>
        <option value="false">No</option>
      </select>
    );
  if (type === 'select')
    return (
      <select
        className="input select"
        aria-label={isList ? 'Values' : 'Value'}
        multiple={isList}
        value={isList ? values.map(String) : String(values[0])}
        onChange={({ target }) => onChange([...target.selectedOptions].map(({ value }) => value))}
      >
        {(options.choices ?? []).map(({ value, label }) => (
          <option key={value} value={value}>
            {label || value}
          </option>
        ))}
      </select>
    );
  const change = (next: string) => {
    setText(next);
    const texts = isList ? next.split(',').map((one) => one.trim()) : [next];
    onChange(
      type === 'number'
        ? texts
            .filter((one) => one !== '')
            .map(Number)
            .filter(Number.isFinite)
        : texts,
    );
  };
  return (
    <input
      className="input"
      aria-label={isList ? 'Values, separated by commas' : 'Value'}
      type={type === 'number' && !isList ? 'number' : 'text'}
      step="any"
      value={text}
      onChange={({ target }) => change(target.value)}
    />
  );
}
