/** Maximum characters of a text that is searched. A longer search would block other requests. */
const searchedChars = 256 * 1024;

const token =
  /[ \t\n\r]*(?:("(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*")|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)|([[\]{},:]))/y;
const incomplete =
  /[ \t\n\r]*(?:"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*|-?(?:0|[1-9]\d*)?)/y;

/**
 * Finds the first character at which a text stops being JSON: `"}" at line 1, column 24`. Null if the text is too long.
 * `JSON.parse` decides what is JSON; its messages don't always contain the position.
 */
export function findUnexpected(text: string): string | null {
  if (text.length > searchedChars) return null;
  const at = findErrorPosition(text);
  const before = text.slice(0, at);
  const line = before.split('\n').length;
  const column = [...before.slice(before.lastIndexOf('\n') + 1)].length + 1;
  const character = String.fromCodePoint(text.codePointAt(at) ?? 0);
  const what = at >= text.length ? 'end' : JSON.stringify(character);
  return `${what} at line ${line}, column ${column}`;
}

/** What may come next: a value, the first or a later key or item, a colon, or a comma or the end of the container. */
type Expected = 'value' | 'first' | 'key' | 'colon' | 'after';

function findErrorPosition(text: string): number {
  const open: string[] = [];
  let expected: Expected = 'value';
  let at = 0;
  for (;;) {
    token.lastIndex = at;
    const match = token.exec(text);
    if (match === null) return incompleteEnd(text, at);
    const [all, string, scalar, punctuation = ''] = match;
    const start = token.lastIndex - all.trimStart().length;
    const next = step(
      { isString: string !== undefined, isScalar: scalar !== undefined, punctuation },
      expected,
      open,
    );
    if (next === null) return start;
    expected = next;
    at = token.lastIndex;
  }
}

interface Token {
  isString: boolean;
  isScalar: boolean;
  punctuation: string;
}

/** Returns what may follow the token; null if the token isn't allowed here. `open` contains the open containers. */
function step(
  { isString, isScalar, punctuation }: Token,
  expected: Expected,
  open: string[],
): Expected | null {
  const container = open.at(-1);
  if (expected === 'colon') return punctuation === ':' ? 'value' : null;
  if (expected === 'after' && punctuation === ',')
    return container === undefined ? null : container === '{' ? 'key' : 'value';
  if ((expected === 'after' || expected === 'first') && closes(punctuation, container)) {
    open.pop();
    return 'after';
  }
  if (expected === 'after') return null;
  if (expected === 'key' || (expected === 'first' && container === '{')) return isString ? 'colon' : null;
  if (isString || isScalar) return 'after';
  if (punctuation !== '{' && punctuation !== '[') return null;
  open.push(punctuation);
  return 'first';
}

function closes(punctuation: string, container: string | undefined): boolean {
  return (punctuation === '}' && container === '{') || (punctuation === ']' && container === '[');
}

/**
 * The position at which the text stops being JSON if no complete token follows: inside of a string or a number, or
 * before the character.
 */
function incompleteEnd(text: string, at: number): number {
  incomplete.lastIndex = at;
  incomplete.exec(text);
  return incomplete.lastIndex;
}
