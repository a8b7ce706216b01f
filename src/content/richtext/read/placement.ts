import {
  type AttributeSpec,
  type ContentMatch,
  type MarkSpec,
  type NodeSpec,
  Schema,
} from 'prosemirror-model';
import { type NodeDefinition, type MarkDefinition, markDefinitions, nodeDefinitions } from '../vocabulary.ts';

/** The document in ProseMirror's words: the one schema that says what may stand where. Editors are held against it. */
export const placementSchema = new Schema({
  nodes: {
    doc: { content: 'block*' },
    ...mapWords(nodeDefinitions, nodeSpec),
  },
  marks: mapWords(markDefinitions, (word): MarkSpec => ({ attrs: attributeSpecs(word) })),
});

/** A child that may not stand where it stands (`index`), or a parent that lacks one (`index` null). */
export interface Misplacement {
  index: number | null;
  expected: string;
  got: string;
}

/** Finds the first child that has no place under `parent` ("doc" for the document itself), or null. */
export function findMisplacement(parent: string, children: readonly string[]): Misplacement | null {
  let match = nodeType(parent).contentMatch;
  for (const [index, child] of children.entries()) {
    const next = match.matchType(nodeType(child));
    if (next === null) return { index, expected: expectedBy(match), got: child };
    match = next;
  }
  return match.validEnd ? null : { index: null, expected: expectedBy(match), got: 'nothing' };
}

/** Whether what stands directly in `parent` may carry marks. */
export function takesMarks(parent: string): boolean {
  return nodeType(parent).markSet === null;
}

/** The names of all nodes that may stand somewhere directly in `parent`, and whether one must. */
export function childrenOf(parent: string): { names: string[]; required: boolean } {
  const start = nodeType(parent).contentMatch;
  const states = new Set([start]);
  const names = new Set<string>();
  for (const state of states) {
    for (const { type, next } of edgesOf(state)) {
      names.add(type);
      states.add(next);
    }
  }
  return { names: [...names], required: !start.validEnd };
}

function edgesOf(match: ContentMatch): { type: string; next: ContentMatch }[] {
  return Array.from({ length: match.edgeCount }, (_, i) => {
    const { type, next } = match.edge(i);
    return { type: type.name, next };
  });
}

function expectedBy(match: ContentMatch): string {
  const names = edgesOf(match).map(({ type }) => type);
  if (names.length === 0) return 'nothing';
  return names.length > 3 ? 'a block' : names.join(' or ');
}

function nodeType(name: string) {
  const type = placementSchema.nodes[name];
  if (type === undefined) throw new RangeError(`no node ${name}`);
  return type;
}

function nodeSpec(word: NodeDefinition): NodeSpec {
  const { content, group, marks } = word;
  return {
    attrs: attributeSpecs(word),
    ...(content === undefined ? {} : { content, marks: marks === true ? '_' : '' }),
    ...(group === undefined ? {} : { group, inline: group === 'inline' }),
  };
}

function attributeSpecs({ attributes }: MarkDefinition): Record<string, AttributeSpec> {
  const required = attributes?.required ?? [];
  const names = Object.keys(attributes?.properties ?? {});
  return Object.fromEntries(names.map((name) => [name, required.includes(name) ? {} : { default: null }]));
}

function mapWords<K extends string, W, S>(words: Readonly<Record<K, W>>, make: (word: W) => S): Record<K, S> {
  const specs = Object.entries<W>(words).map(([name, word]) => [name, make(word)]);
  return Object.fromEntries(specs) as Record<K, S>;
}
