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

/** Sentences of the API, which names keys, and how a form says them at the field itself. */
const words: readonly (readonly [RegExp, (match: readonly string[], label: string) => string])[] = [
  [/^The field "[^"]*" is required\.$/, (_, label) => `${label} is required.`],
  [/^The value of "[^"]*" is not valid: (?:it )?(.*)$/s, ([, why = '']) => capital(why)],
  [/^The option "[^"]*" (must be .*)$/s, ([, why = '']) => capital(why)],
  [/^A \w+ field needs the option "[^"]*"\.$/, () => 'This is required.'],
  [
    /^(\w+) is larger than (\w+)\.$/,
    ([, low = '', high = '']) => `${nameOf(low)} is larger than ${nameOf(high).toLowerCase()}.`,
  ],
];

/** What the service said of a value, for those who see its field and not its key. */
export function problemWords(message: string, label = 'This'): string {
  for (const [pattern, say] of words) {
    const match = pattern.exec(message);
    if (match !== null) return inOne(say(match, label));
  }
  return inOne(message);
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
