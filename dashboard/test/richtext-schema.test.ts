import { getSchema } from '@tiptap/core';
import fc from 'fast-check';
import type { MarkType, NodeType } from '@tiptap/pm/model';
import { describe, expect, it } from 'vitest';
import { childrenOf, placementSchema, takesMarks } from '../../src/content/richtext/read/placement.ts';
import type { RichtextDocument } from '../../src/content/richtext/schema.ts';
import { readRichtext } from '../../src/content/richtext/read/read.ts';
import { markNames, nodeNames } from '../../src/content/richtext/vocabulary.ts';
import { documents } from '../../test/support/richtext/documents.ts';
import {
  blocksWithoutExit,
  type EditorNode,
  fromEditor,
  toEditor,
} from '../src/features/richtext/schema/document.ts';
import { documentExtensions } from '../src/features/richtext/schema/extensions.ts';

const schema = getSchema(documentExtensions);

const attributesOf = (type: NodeType | MarkType | undefined) => Object.keys(type?.spec.attrs ?? {}).sort();

/** What may stand directly in a node, in any order. */
function childrenIn(type: NodeType): string[] {
  const states = new Set([type.contentMatch]);
  const names = new Set<string>();
  for (const state of states) {
    for (let i = 0; i < state.edgeCount; i += 1) {
      const { type: child, next } = state.edge(i);
      names.add(child.name);
      states.add(next);
    }
  }
  return [...names].sort();
}

describe('the editor’s schema', () => {
  it('has the nodes and marks of the service, and no other', () => {
    expect(Object.keys(schema.nodes).sort()).toEqual(['doc', ...nodeNames].sort());
    expect(Object.keys(schema.marks).sort()).toEqual([...markNames].sort());
  });

  it.each(nodeNames)('takes for %s the attributes, children and marks that the service takes', (name) => {
    const type = schema.nodes[name];
    if (type === undefined) throw new Error(`no ${name}`);
    const { names, required } = childrenOf(name);

    // An editor needs one attribute more nowhere, and none is forgotten.
    expect(attributesOf(type)).toEqual(attributesOf(placementSchema.nodes[name]));
    expect(childrenIn(type)).toEqual(names.sort());
    expect(!type.contentMatch.validEnd).toBe(required);
    expect(type.isInline).toBe(placementSchema.nodes[name]?.isInline);
    if (type.inlineContent) expect(type.markSet === null).toBe(takesMarks(name));
  });

  it.each(markNames)('takes for the mark %s what the service takes, beside every other mark', (name) => {
    const mark = schema.marks[name];

    expect(attributesOf(mark)).toEqual(attributesOf(placementSchema.marks[name]));
    for (const other of markNames.filter((one) => one !== name))
      expect(mark?.excludes(schema.marks[other] as MarkType)).toBe(false);
  });
});

/** The same document where two ways of writing it mean one thing. */
function inOneForm(document: RichtextDocument | null): unknown {
  return document === null ? [] : joined(document.content);
}

function joined(nodes: readonly EditorNode[]): unknown[] {
  const list: EditorNode[] = [];
  for (const node of nodes.map(sorted)) {
    const last = list.at(-1);
    const isSame = last?.type === 'text' && JSON.stringify(last.marks) === JSON.stringify(node.marks);
    if (isSame && node.type === 'text') list[list.length - 1] = { ...last, text: `${last.text}${node.text}` };
    else list.push(node);
  }
  return list;
}

function sorted({ marks, content, attrs, ...node }: EditorNode): EditorNode {
  const said = Object.entries(attrs ?? {}).filter(
    ([name, value]) => !((name === 'colspan' || name === 'rowspan') && value === 1),
  );
  return {
    ...node,
    ...(said.length > 0 ? { attrs: Object.fromEntries(said.sort()) } : {}),
    ...(content ? { content: joined(content) as EditorNode[] } : {}),
    ...(marks ? { marks: [...marks].sort((a, b) => (a.type < b.type ? -1 : 1)) } : {}),
  };
}

/** An empty paragraph at the end, behind a block that no key leads out of, is the editor's own. */
function withoutSpare(document: RichtextDocument): RichtextDocument {
  const { content } = document;
  const before = content.at(-2);
  const isSpare =
    JSON.stringify(content.at(-1)) === '{"type":"paragraph"}' &&
    (before === undefined || blocksWithoutExit.includes(before.type));
  return isSpare ? { ...document, content: content.slice(0, -1) } : document;
}

describe('a document that the service stores', () => {
  it('comes out of the editor as it went in', () => {
    fc.assert(
      fc.property(documents, (written) => {
        const { document } = readRichtext(written, 'body');

        const loaded = schema.nodeFromJSON(toEditor(document));
        loaded.check();
        const saved = fromEditor(loaded.toJSON() as EditorNode);

        expect(inOneForm(saved)).toEqual(inOneForm(withoutSpare(document)));
        if (saved !== null) expect(readRichtext(saved, 'body').document).toEqual(saved);
      }),
      { numRuns: 300 },
    );
  });
});
