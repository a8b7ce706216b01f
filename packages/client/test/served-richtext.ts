import type { Richtext } from '../../../src/content/richtext/schema.ts';
import { readRichtext } from '../../../src/content/richtext/read/read.ts';
import { renderRichtext as render } from '../../../src/content/richtext/service.ts';
import { targets } from '../../../test/support/richtext/documents.ts';
import type { Richtext as Read } from '../src/types/forms.ts';

/** A value as it is served; what the client is given came over the wire. */
export function served(document: object): Read & Pick<Richtext, 'html'> {
  return overTheWire(render(readRichtext(overTheWire(document), 'body').document, targets)) as Read;
}

/** What came as JSON has ordinary prototypes, which generated objects need not have. */
function overTheWire<T>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T;
}

/** `html` has the slug and the type of what links lead to, which `json` has not. */
export function withoutSlugs(html: string): string {
  return html.replace(/ data-(?:slug|content-type)="[^"]*"/g, '');
}
