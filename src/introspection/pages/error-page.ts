import { type ErrorCode, errors, errorType } from '../../contract/errors/errors.ts';
import { errorKeys } from '../describe/conventions.ts';
import { escapeHtml, withCode } from './html.ts';
import type { DocsPage } from './layout.ts';

/** `/docs/errors`: every code of the catalogue, each under the fragment that `doc_url` names (specification: errors). */
export function errorPage(): DocsPage {
  const codes = Object.keys(errors) as ErrorCode[];
  const keys = Object.entries(errorKeys).map(
    ([key, about]) => `<tr><td><code>${key}</code></td><td>${withCode(about)}</td></tr>`,
  );
  const body = `<p>Every failure is answered as <code>{"error": {...}}</code>. Branch on <code>code</code>; messages may be reworded.</p>
<table><thead><tr><th>Key</th><th>Meaning</th></tr></thead><tbody>${keys.join('')}</tbody></table>
${codes.map(section).join('\n')}`;
  return { name: 'errors', title: 'Errors', chapters: [], body };
}

function section(code: ErrorCode): string {
  const { status, doc } = errors[code];
  return `<section class="error" id="${code}"><h2><a href="#${code}">${escapeHtml(code)}</a></h2><p class="quiet">${status} ${errorType(status)}</p><p>${withCode(doc)}</p></section>`;
}
