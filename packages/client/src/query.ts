/** A value as it stands in a query: a Date is written in UTC, a list is written with commas. */
type Value = string | number | boolean | Date;
export type Query = Readonly<Record<string, unknown>>;

/** Writes a query string with its question mark, or nothing. Absent (undefined, null) values are left out. */
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

/** `{price: {gte: 10}}` -> `where[price][gte]=10`; `null` asks for the empty ones. */
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

/** Commas part the values of `in`; one inside a value is escaped. */
function operand(value: Value | readonly Value[]): string {
  return Array.isArray(value)
    ? value.map((one: Value) => text(one).replace(/[\\,]/g, '\\$&')).join(',')
    : text(value as Value);
}

function text(value: Value): string {
  return value instanceof Date ? value.toISOString() : String(value);
}
