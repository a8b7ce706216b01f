/** Where text becomes HTML text, for pages. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** Text in which `words between backticks` are code. */
export function withCode(text: string): string {
  return escapeHtml(text).replace(/`([^`]*)`/g, (_match, code: string) => `<code>${code}</code>`);
}

/** The fragment of a heading, as the usual Markdown sites make it. */
export function fragmentOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-');
}
