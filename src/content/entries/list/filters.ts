import { limits } from '../../../contract/limits.ts';
import { ApiError, apiError } from '../../../contract/errors/api-error.ts';
import { didYouMean } from '../../../contract/errors/suggest.ts';
import type { TypeRecord } from '../../types/schema.ts';
import type { Operator } from '../../../contract/fields/field-types.ts';
import type { Field } from '../../fields/schema.ts';
import { fieldKindOf } from '../../fields/kinds.ts';
import { filterText, type WhereFilter } from '../../../core/http/index.ts';
import { type Bounds, operatorPlans, parseOperand, type PlannedFilter, within } from './operators.ts';

/**
 * Turns `where` parameters into conditions, in the order of how selective they are as a rule; `filter-order.ts` says
 * what the data says.
 * @throws unknown_filter_field, unsupported_filter_operator, invalid_field_value, invalid_parameter
 */
export function planFilters(type: TypeRecord, where: readonly WhereFilter[]): PlannedFilter[] {
  if (where.length > limits.filters_max) {
    throw apiError(
      'invalid_parameter',
      { name: 'where', why: `takes at most ${limits.filters_max} filters` },
      { param: 'where' },
    );
  }
  const ranges = new Map<string, Bounds>();
  const planned: PlannedFilter[] = [];
  for (const filter of where) {
    const field = fieldOf(type, filter);
    const operator = operatorOf(field, filter);
    const plan = operatorPlans[operator];
    if ('bound' in plan) {
      const bounds = ranges.get(field.key) ?? {};
      bounds[plan.bound] = parseOperand(field, filter.value, filter).facet;
      ranges.set(field.key, bounds);
    } else {
      planned.push({ ...plan.filter(field, filter), param: `where[${field.key}]` });
    }
  }
  for (const [key, bounds] of ranges) planned.push({ ...within(key, bounds), param: `where[${key}]` });
  return planned.sort((a, b) => a.rank - b.rank);
}

function fieldOf(type: TypeRecord, filter: WhereFilter): Field {
  const { field: name, param } = filter;
  const found = type.fields.find(({ key }) => key === name);
  if (found !== undefined) return found;
  const keys = type.fields.map(({ key }) => key);
  const alone = name.replace(/^(values|fields|data|attributes)\./, '');
  if (alone !== name && keys.includes(alone)) {
    const right = filterText(alone, filter.operator, filter.value);
    throw new ApiError(
      'unknown_filter_field',
      `There is no field "${name}". Use the field key alone: ${right}.`,
      { param, did_you_mean: alone, available_fields: keys },
    );
  }
  throw apiError(
    'unknown_filter_field',
    { name },
    { param, did_you_mean: didYouMean(name, keys), available_fields: keys },
  );
}

function operatorOf(field: Field, { operator: name, param }: WhereFilter): Operator {
  const { operators } = fieldKindOf(field);
  const found = operators.find((operator) => operator === name);
  if (found !== undefined) return found;
  throw apiError(
    'unsupported_filter_operator',
    { name: field.key, operator: name },
    { param, did_you_mean: didYouMean(name, operators), available_operators: operators },
  );
}
