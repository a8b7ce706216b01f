/** Origins as typed, one a line or separated by commas. */
export function originsIn(text: string): string[] {
  return text
    .split(/[\s,]+/)
    .map((origin) => origin.trim())
    .filter((origin) => origin !== '');
}

export const originsHelp =
  'One a line, as https://example.com. Browsers on other origins are refused; requests without an origin are not checked.';
