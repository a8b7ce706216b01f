/** Parses typed origins, separated by lines or commas. */
export function parseOrigins(text: string): string[] {
  return text
    .split(/[\s,]+/)
    .map((origin) => origin.trim())
    .filter((origin) => origin !== '');
}

export const originsHelp =
  'One per line, for example https://example.com. Requests from browsers on other origins are rejected. Requests without an origin are not checked.';
