const style = `
:root { color-scheme: light dark; --quiet: light-dark(#6b6b70, #a0a0a8); --line: light-dark(#e4e2dc, #34343a); }
body { font: 16px/1.6 system-ui, sans-serif; max-width: 46rem; margin: 3rem auto; padding: 0 1.25rem; }
h1 { font-size: 1.75rem; } h2 { font: 600 1rem/1.4 ui-monospace, monospace; margin: 2rem 0 0; }
h2 a { color: inherit; text-decoration: none; } h2 a:hover { text-decoration: underline; }
section { border-top: 1px solid var(--line); } section:target { background: light-dark(#fff6d6, #3a3420); }
code { font-family: ui-monospace, monospace; font-size: .9em; } p { margin: .35rem 0 1rem; } .quiet { color: var(--quiet); }
`;

/** The one place where text becomes HTML text. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** A plain readable page; `body` is HTML already. */
export function htmlPage(title: string, body: string): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(title)} · Galley</title><style>${style}</style><main><h1>${escapeHtml(title)}</h1>${body}</main></html>`;
}
