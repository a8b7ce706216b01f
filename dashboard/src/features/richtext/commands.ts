import type { Editor } from '@tiptap/core';
import { TextSelection } from '@tiptap/pm/state';

/** A table of three columns with a row of headings; the cursor stands in its first cell. */
export function insertTable(editor: Editor, rows = 3, columns = 3): void {
  const cell = (type: string) => ({ type, content: [{ type: 'paragraph' }] });
  const row = (type: string) => ({
    type: 'tableRow',
    content: Array.from({ length: columns }, () => cell(type)),
  });
  const body = Array.from({ length: rows - 1 }, () => row('tableCell'));
  const from = editor.state.selection.from;
  editor
    .chain()
    .focus()
    .insertContent({ type: 'table', content: [row('tableHeader'), ...body] })
    .command(({ tr, dispatch }) => {
      let inside: number | null = null;
      tr.doc.nodesBetween(Math.max(0, from - 1), tr.doc.content.size, (node, pos) => {
        if (inside === null && node.type.name === 'tableHeader') inside = pos + 2;
        return inside === null;
      });
      if (inside !== null && dispatch) tr.setSelection(TextSelection.near(tr.doc.resolve(inside)));
      return true;
    })
    .run();
}

/** Sets the block apart as a note; inside one, changes its tone, or takes it away when it has that tone already. */
export function setCallout(editor: Editor, tone: string): void {
  const chain = editor.chain().focus();
  if (editor.isActive('callout', { tone })) chain.lift('callout').run();
  else if (editor.isActive('callout')) chain.updateAttributes('callout', { tone }).run();
  else chain.wrapIn('callout', { tone }).run();
}

/** A picture where the cursor is, or at `at`; the cursor stands in the paragraph after it, so that typing keeps it. */
export function insertPicture(editor: Editor, mediaId: string, at: number | null): void {
  if (editor.isDestroyed) return;
  const place = at === null ? editor.state.selection.to : Math.min(at, editor.state.doc.content.size);
  editor
    .chain()
    .focus()
    .insertContentAt(place, { type: 'image', attrs: { media_id: mediaId } })
    .command(({ tr, dispatch }) => {
      let end: number | null = null;
      tr.doc.nodesBetween(Math.max(0, place - 2), Math.min(tr.doc.content.size, place + 3), (node, pos) => {
        if (node.type.name === 'image' && node.attrs['media_id'] === mediaId) end = pos + node.nodeSize;
      });
      if (end === null || !dispatch) return true;
      const paragraph = editor.schema.nodes['paragraph'];
      if (tr.doc.resolve(end).nodeAfter?.isTextblock !== true && paragraph !== undefined)
        tr.insert(end, paragraph.create());
      tr.setSelection(TextSelection.near(tr.doc.resolve(end), 1));
      return true;
    })
    .run();
}
