import { diffArrays } from 'diff';
import type { Node } from '@tiptap/pm/model';
import type { Transaction } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';

/**
 * Replaces only the parts that differ, so that the cursor stays in its text. The change is no step of Undo and isn't
 * reported as typed.
 */
export function showDocument(view: EditorView, document: Node): void {
  const { state } = view;
  if (state.doc.eq(document)) return;
  const { tr } = state;
  replaceChildren(tr, state.doc, document, 0);
  view.dispatch(tr.setMeta('addToHistory', false).setMeta('preventUpdate', true));
}

/** Replaces the children that differ. `start` is the position before the first child in the document of the view. */
function replaceChildren(tr: Transaction, before: Node, after: Node, start: number): void {
  const changes = diffArrays([...before.children], [...after.children], {
    comparator: (one, other) => one.eq(other),
  });
  let position = start;
  for (let i = 0; i < changes.length; i += 1) {
    const { value: nodes = [], added = false, removed = false } = changes[i] ?? {};
    const next = changes[i + 1];
    const replaced = removed ? nodes : [];
    const inserted = added ? nodes : removed && next?.added === true ? next.value : [];
    if (removed && next?.added === true) i += 1;
    if (added || removed) replaceNodes(tr, { replaced, inserted }, position);
    if (!added) position += sizeOf(nodes);
  }
}

/** Nodes that are replaced one by one keep what they have in common. */
function replaceNodes(
  tr: Transaction,
  { replaced, inserted }: { replaced: readonly Node[]; inserted: readonly Node[] },
  position: number,
): void {
  const isPaired =
    replaced.length === inserted.length &&
    replaced.every((node, i) => inserted[i]?.sameMarkup(node) === true);
  if (!isPaired) {
    const at = tr.mapping.map(position);
    tr.replaceWith(at, at + sizeOf(replaced), [...inserted]);
    return;
  }
  let at = position;
  for (const [i, node] of replaced.entries()) {
    const other = inserted[i] ?? node;
    if (node.isTextblock || node.isLeaf) replaceText(tr, node, other, at + 1);
    else replaceChildren(tr, node, other, at + 1);
    at += node.nodeSize;
  }
}

function replaceText(tr: Transaction, before: Node, after: Node, start: number): void {
  const from = before.content.findDiffStart(after.content);
  const ends = before.content.findDiffEnd(after.content);
  if (from === null || ends === null) return;
  // Repeated letters can make both ends overlap the start.
  const overlap = Math.max(0, from - Math.min(ends.a, ends.b));
  const at = tr.mapping.map(start + from);
  tr.replace(at, at + ends.a + overlap - from, after.slice(from, ends.b + overlap));
}

function sizeOf(nodes: readonly Node[]): number {
  return nodes.reduce((size, { nodeSize }) => size + nodeSize, 0);
}
