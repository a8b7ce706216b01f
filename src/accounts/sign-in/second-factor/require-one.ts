import { apiError } from '../../../contract/errors/api-error.ts';

/**
 * Requires exactly one of several fields of a body.
 * @param expected - the field that the error names if none was sent.
 * @throws missing_required_field, invalid_field_value
 */
export function requireOne(fields: Readonly<Record<string, unknown>>, expected: string): void {
  const [first, second] = Object.keys(fields).filter((name) => fields[name] !== undefined);
  if (first === undefined) throw apiError('missing_required_field', { name: expected }, { param: expected });
  if (second === undefined) return;
  const why = `send it or ${first}, not both`;
  throw apiError('invalid_field_value', { name: second, why }, { param: second });
}
