/** Escapes text for HTML. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** Escapes text for HTML and marks what is between backticks as code. */
export function withCode(text: string): string {
  return escapeHtml(text).replace(/`([^`]*)`/g, (_match, code: string) => `<code>${code}</code>`);
}
