import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import {
  attacks,
  doc,
  documents,
  link,
  node,
  paragraph,
  text,
} from '../../../test/support/richtext/documents.ts';
import { inRepository } from '../../../test/support/program.ts';
import { startService } from '../../../test/support/service.ts';
import { typeChecker } from '../../../test/support/type-check.ts';
import { defineType } from '../../../test/support/content.ts';
import type { Richtext as Read } from '../src/types/forms.ts';
import { escapeHtml, renderRichtext } from '../src/richtext.ts';
import { served, withoutSlugs } from './served-richtext.ts';

vi.setConfig({ testTimeout: 120_000 }); // the compiler starts slowly on a busy machine

describe('renderRichtext with handlers', () => {
  it('makes of any document the html that the service serves', () => {
    fc.assert(
      fc.property(documents, (document) => {
        const value = served(document);
        expect(renderRichtext(value)).toBe(withoutSlugs(value.html));
      }),
      { numRuns: 300 },
    );
  });

  it('gives nodes and marks to the handlers of their names, with what they hold', () => {
    const callout = {
      ...node('callout', paragraph(text('Mind the '), text('gap', link({ href: '/gap' })))),
      attrs: { tone: 'info' },
    };
    const value = served(doc(callout, node('horizontalRule')));

    const html = renderRichtext(value, {
      callout: ({ attrs }, inside) => `<x-note tone="${attrs.tone}">${inside}</x-note>`,
      link: ({ attrs }, inside) => `<x-link to="${escapeHtml(attrs.href ?? '')}">${inside}</x-link>`,
      text: ({ text: words }) => escapeHtml(words.toUpperCase()),
      horizontalRule: () => '<x-rule></x-rule>',
    });

    expect(html).toBe(
      '<x-note tone="info"><p>MIND THE <x-link to="/gap">GAP</x-link></p></x-note><x-rule></x-rule>',
    );
  });

  it.each(attacks)('escapes %j wherever it is written', (attack) => {
    const value = served(doc(paragraph(text(attack, link({ href: '#a', title: attack })))));

    expect(renderRichtext(value)).toBe(value.html);
    expect(renderRichtext(value)).not.toContain(attack.includes('<') ? attack : '\0');
  });

  it('leaves of nodes and marks that it does not know what they hold', () => {
    const spoiler = { type: 'spoiler', content: [paragraph(text('Who did it', { type: 'glow' }))] };
    const json = { content: [spoiler, { type: 'player', attrs: { src: 'x' } }] } as unknown as Read['json'];

    expect(renderRichtext({ json }, {}, { onUnknown: () => undefined })).toBe('<p>Who did it</p>');
  });
});

describe('the types of rich text', () => {
  it('are those of GET /v1/types.d.ts, both ways, and a union by type', async () => {
    const project = await (await startService()).newProject();
    await defineType(project, 'page', { body: 'richtext' });
    const generated = (await project.secret.get('/v1/types.d.ts')).text;
    const client = (name: string) => JSON.stringify(inRepository(`packages/client/src/${name}.ts`));
    const program = `
      import type * as C from ${client('main')};
      import { renderRichtext } from ${client('richtext')};
      import type * as T from './types.ts';
      declare const ours: C.RichtextDocument;
      declare const theirs: T.RichtextDocument;
      export const one: T.RichtextDocument = ours;
      export const other: C.RichtextDocument = theirs;
      declare const page: T.PageValues;
      if (page.body !== null) renderRichtext(page.body, { callout: ({ attrs }) => attrs.tone });
      for (const node of ours.content) if (node.type === 'heading') { const level: number = node.attrs.level; void level; }
    `;
    const check = typeChecker(['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts']);

    expect(check({ 'types.ts': generated, 'program.ts': program }, 'program.ts')).toEqual([]);
    const wrong = program.replace('attrs.tone', 'attrs.colour').replace("'heading'", "'headline'");
    expect(check({ 'types.ts': generated, 'program.ts': wrong }, 'program.ts')).not.toEqual([]);
  });
});
