/** A value in a query. Dates are written in UTC, lists with commas. */
type Value = string | number | boolean | Date;
export type Query = Readonly<Record<string, unknown>>;

/** Returns the query string with its question mark, or `''`. Undefined and null values are omitted. */
export function queryString(query: Query): string {
  const { where, ...plain } = query;
  const parts = [...pairs(plain), ...conditions((where ?? {}) as Query)];
  return parts.length === 0
    ? ''
    : `?${parts.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&')}`;
}

function pairs(query: Query): [string, string][] {
  return Object.entries(query)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]) => [name, Array.isArray(value) ? value.join(',') : text(value as Value)]);
}

/** `{price: {gte: 10}}` -> `where[price][gte]=10`; `null` filters for empty values. */
function conditions(where: Query): [string, string][] {
  return Object.entries(where).flatMap(([field, condition]): [string, string][] => {
    const name = `where[${encodeURIComponent(field)}]`;
    if (condition === undefined) return [];
    if (condition === null) return [[`${name}[is_null]`, 'true']];
    if (typeof condition !== 'object' || condition instanceof Date) return [[name, text(condition as Value)]];
    return Object.entries(condition)
      .filter(([, value]) => value !== undefined)
      .map(([operator, value]) => [`${name}[${operator}]`, operand(value as Value | Value[])]);
  });
}

/** Joins the values of `in` with commas; commas inside a value are escaped. */
function operand(value: Value | readonly Value[]): string {
  return Array.isArray(value)
    ? value.map((one: Value) => text(one).replace(/[\\,]/g, '\\$&')).join(',')
    : text(value as Value);
}

function text(value: Value): string {
  return value instanceof Date ? value.toISOString() : String(value);
}
