/** The filter operators, with the words that the dashboard shows between field and value. */
export const operatorLabels = {
  eq: 'is',
  ne: 'is not',
  gt: 'is more than',
  gte: 'is at least',
  lt: 'is less than',
  lte: 'is at most',
  in: 'is one of',
  contains: 'contains',
  starts_with: 'begins with',
  near: 'is near',
  within: 'is within',
  is_null: 'is empty',
} as const;
export type Operator = keyof typeof operatorLabels;

export const operators = Object.keys(operatorLabels) as Operator[];

/** What the service, its documents and the dashboard need to know about a field type. */
export interface FieldTypeFacts {
  /** The allowed filter operators; others are rejected. */
  readonly operators: readonly Operator[];
  /** Whether lists can be sorted by such a field. */
  readonly isSortable: boolean;
  /** Whether a value can serve as the one-line name of its entry. */
  readonly isLabel: boolean;
  /** Whether a value fits into a narrow column. */
  readonly isShort: boolean;
}

const equality = ['eq', 'ne'] as const;
const comparisons = ['gt', 'gte', 'lt', 'lte'] as const;
const parts = ['contains', 'starts_with'] as const;
const single = {
  operators: [...equality, 'in', 'is_null'],
  isSortable: false,
  isLabel: false,
  isShort: true,
} as const;
const list = {
  operators: ['contains', 'is_null'],
  isSortable: false,
  isLabel: false,
  isShort: true,
} as const;
const nullOnly = { operators: ['is_null'], isSortable: false, isLabel: false } as const;

/** All field types (specification: fields, blocks). */
export const fieldTypeFacts = {
  string: {
    operators: [...equality, ...parts, 'in', 'is_null'],
    isSortable: true,
    isLabel: true,
    isShort: true,
  },
  text: { operators: [...equality, ...parts, 'is_null'], isSortable: false, isLabel: true, isShort: false },
  richtext: { ...nullOnly, isShort: false },
  number: {
    operators: [...equality, ...comparisons, 'in', 'is_null'],
    isSortable: true,
    isLabel: true,
    isShort: true,
  },
  boolean: { operators: [...equality, 'is_null'], isSortable: true, isLabel: false, isShort: true },
  date: {
    operators: [...equality, ...comparisons, 'is_null'],
    isSortable: true,
    isLabel: true,
    isShort: true,
  },
  select: { operators: [...equality, 'in', 'is_null'], isSortable: true, isLabel: true, isShort: true },
  url: { operators: [...equality, ...parts, 'is_null'], isSortable: true, isLabel: true, isShort: false },
  image: { ...nullOnly, isShort: true },
  gallery: { ...nullOnly, isShort: false },
  link: single,
  link_list: list,
  reference: single,
  reference_list: list,
  blocks: { ...list, isShort: false },
  string_list: list,
  json: { ...nullOnly, isShort: false },
  geo_point: { operators: ['near', 'within', 'is_null'], isSortable: false, isLabel: false, isShort: true },
  file: { ...nullOnly, isShort: true },
  file_list: { ...nullOnly, isShort: false },
} as const satisfies Record<string, FieldTypeFacts>;
export type FieldType = keyof typeof fieldTypeFacts;

export const fieldTypes = Object.keys(fieldTypeFacts) as FieldType[];

/** Types that descriptions of a project name only if one of its fields has them. */
export const newerFieldTypes: readonly FieldType[] = [
  'blocks',
  'string_list',
  'json',
  'geo_point',
  'file',
  'file_list',
];
