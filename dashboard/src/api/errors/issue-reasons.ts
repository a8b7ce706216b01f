/** The labels of options in the content type builder. */
const optionNames: Readonly<Record<string, string>> = {
  min: 'Minimum',
  max: 'Maximum',
  min_length: 'Min. length',
  max_length: 'Max. length',
  min_items: 'Min. items',
  max_items: 'Max. items',
};

const nameOf = (option: string) => optionNames[option] ?? option;

/** Rewrites messages of the API about a value or a setting for display next to the field. */
const patterns: readonly (readonly [RegExp, (match: readonly string[]) => string])[] = [
  [/^The value of "[^"]*" is not valid: it is not an e-mail address\.$/, () => 'Enter an email address.'],
  [/^The value of "[^"]*" is not valid: (?:it (?!is ))?(.*)$/s, ([, reason = '']) => capitalize(reason)],
  [/^The option "[^"]*" (must be .*)$/s, ([, reason = '']) => capitalize(reason)],
  [/^A \w+ field needs the option "[^"]*"\.$/, () => 'This is required.'],
  [
    /^(\w+) is larger than (\w+)\.$/,
    ([, low = '', high = '']) => `${nameOf(low)} is larger than ${nameOf(high).toLowerCase()}.`,
  ],
];

/** Terms of the API that the dashboard never shows: field keys, paths, JSON types, ids. */
const apiWords =
  /`|[a-z]_[a-z]|\/v1\b|[[\]{}]|\b(?:endpoint|request|parameter|object|array|boolean|null|bytes|ids?|nodes?)\b|\b(?:GET|POST|PUT|PATCH|DELETE)\b/i;

/** Whether a text contains no API terms. Quotations and `{slug}` are ignored, because a person typed them. */
function isPlain(text: string): boolean {
  return !apiWords.test(text.replace(/"[^"]*"|\{\w+\}/g, ''));
}

/** The API's message about a value, rewritten for a person; null if it still contains API terms. */
export function displayableReason(message: string): string | null {
  const rule = patterns.find(([pattern]) => pattern.test(message));
  const match = rule?.[0].exec(message) ?? null;
  const text = rule === undefined || match === null ? message : rule[1](match);
  return isPlain(text) ? fixSingular(text) : null;
}

/** `values.first_name` -> `First name`. */
export function labelOfParam(param: string): string {
  const key = /[^.[\]]+(?=(?:\[\d+\])*$)/.exec(param)?.[0] ?? 'this';
  return capitalize(key.replace(/[_-]+/g, ' '));
}

/** `at least 1 characters` -> `at least 1 character`, as the API always uses the plural. */
function fixSingular(text: string): string {
  return text.replace(/\b1 (character|item|entrie|value|image|block|choice)s\b/g, (_, noun: string) =>
    noun === 'entrie' ? '1 entry' : `1 ${noun}`,
  );
}

function capitalize(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}
