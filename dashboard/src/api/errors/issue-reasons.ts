/** What options are called where a type is built. */
const optionNames: Readonly<Record<string, string>> = {
  min: 'Minimum',
  max: 'Maximum',
  min_length: 'Min. length',
  max_length: 'Max. length',
  min_items: 'Min. items',
  max_items: 'Max. items',
};

const nameOf = (option: string) => optionNames[option] ?? option;

/** Sentences of the API about a value or a setting, and what is said at the field itself. */
const patterns: readonly (readonly [RegExp, (match: readonly string[]) => string])[] = [
  [/^The value of "[^"]*" is not valid: it is no e-mail address\.$/, () => 'Enter an email address.'],
  [/^The value of "[^"]*" is not valid: (?:it (?!is ))?(.*)$/s, ([, why = '']) => capital(why)],
  [/^The option "[^"]*" (must be .*)$/s, ([, why = '']) => capital(why)],
  [/^A \w+ field needs the option "[^"]*"\.$/, () => 'This is required.'],
  [
    /^(\w+) is larger than (\w+)\.$/,
    ([, low = '', high = '']) => `${nameOf(low)} is larger than ${nameOf(high).toLowerCase()}.`,
  ],
];

/** Words of the API that nobody sees in the dashboard: keys, paths, forms of JSON, ids. */
const apiWords =
  /`|[a-z]_[a-z]|\/v1\b|[[\]{}]|\b(?:endpoint|request|parameter|object|array|boolean|null|bytes|ids?|nodes?)\b|\b(?:GET|POST|PUT|PATCH|DELETE)\b/i;

/** Whether a text can be shown as it is. What it quotes, and parts of URLs such as `{slug}`, were typed by a person. */
function isPlain(text: string): boolean {
  return !apiWords.test(text.replace(/"[^"]*"|\{\w+\}/g, ''));
}

/** What the service said of a value, for those who see its field and not its key; null where it cannot be shown. */
export function reasonIn(message: string): string | null {
  const rule = patterns.find(([pattern]) => pattern.test(message));
  const match = rule?.[0].exec(message) ?? null;
  const text = rule === undefined || match === null ? message : rule[1](match);
  return isPlain(text) ? inOne(text) : null;
}

/** `values.first_name` -> `First name`. */
export function wordsOf(param: string): string {
  const key = /[^.[\]]+(?=(?:\[\d+\])*$)/.exec(param)?.[0] ?? 'this';
  return capital(key.replace(/[_-]+/g, ' '));
}

/** `at least 1 characters` -> `at least 1 character`. */
function inOne(text: string): string {
  return text.replace(/\b1 (character|item|entrie|value|picture|block|choice)s\b/g, (_, noun: string) =>
    noun === 'entrie' ? '1 entry' : `1 ${noun}`,
  );
}

function capital(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}
