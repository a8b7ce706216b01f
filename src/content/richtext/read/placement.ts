import {
  type AttributeSpec,
  type ContentMatch,
  type MarkSpec,
  type NodeSpec,
  Schema,
} from 'prosemirror-model';
import { type NodeDefinition, type MarkDefinition, markDefinitions, nodeDefinitions } from '../vocabulary.ts';

/** The document as a ProseMirror schema: which nodes and marks are allowed in which parent. Editors are tested against it. */
export const placementSchema = new Schema({
  nodes: {
    doc: { content: 'block*' },
    ...mapDefinitions(nodeDefinitions, nodeSpec),
  },
  marks: mapDefinitions(markDefinitions, (mark): MarkSpec => ({ attrs: attributeSpecs(mark) })),
});

/** The index of a child that is not allowed in its position; `index` is null if the parent lacks a required child. */
export interface Misplacement {
  index: number | null;
  expected: string;
  got: string;
}

/** Finds the first child that is not allowed in `parent` ("doc" for the document itself), or returns null. */
export function findMisplacement(parent: string, children: readonly string[]): Misplacement | null {
  let match = nodeType(parent).contentMatch;
  for (const [index, child] of children.entries()) {
    const next = match.matchType(nodeType(child));
    if (next === null) return { index, expected: expectedBy(match), got: child };
    match = next;
  }
  return match.validEnd ? null : { index: null, expected: expectedBy(match), got: 'nothing' };
}

/** Whether the direct children of `parent` can have marks. */
export function takesMarks(parent: string): boolean {
  return nodeType(parent).markSet === null;
}

/** Returns the names of all nodes allowed as direct children of `parent`, and whether at least one is required. */
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

function nodeSpec(node: NodeDefinition): NodeSpec {
  const { content, group, marks } = node;
  return {
    attrs: attributeSpecs(node),
    ...(content === undefined ? {} : { content, marks: marks === true ? '_' : '' }),
    ...(group === undefined ? {} : { group, inline: group === 'inline' }),
  };
}

function attributeSpecs({ attributes }: MarkDefinition): Record<string, AttributeSpec> {
  const required = attributes?.required ?? [];
  const names = Object.keys(attributes?.properties ?? {});
  return Object.fromEntries(names.map((name) => [name, required.includes(name) ? {} : { default: null }]));
}

function mapDefinitions<K extends string, D, S>(
  definitions: Readonly<Record<K, D>>,
  toSpec: (definition: D) => S,
): Record<K, S> {
  const specs = Object.entries<D>(definitions).map(([name, definition]) => [name, toSpec(definition)]);
  return Object.fromEntries(specs) as Record<K, S>;
}
