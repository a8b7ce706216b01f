import type { Editor } from '@tiptap/core';
import { TextSelection } from '@tiptap/pm/state';

/** Inserts a table with a header row and moves the cursor into its first cell. */
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
      let firstCell: number | null = null;
      tr.doc.nodesBetween(Math.max(0, from - 1), tr.doc.content.size, (node, pos) => {
        if (firstCell === null && node.type.name === 'tableHeader') firstCell = pos + 2;
        return firstCell === null;
      });
      if (firstCell !== null && dispatch) tr.setSelection(TextSelection.near(tr.doc.resolve(firstCell)));
      return true;
    })
    .run();
}

/** Wraps the block in a callout; inside one, changes its tone, or removes it if it already has that tone. */
export function setCallout(editor: Editor, tone: string): void {
  const chain = editor.chain().focus();
  if (editor.isActive('callout', { tone })) chain.lift('callout').run();
  else if (editor.isActive('callout')) chain.updateAttributes('callout', { tone }).run();
  else chain.wrapIn('callout', { tone }).run();
}

/** Inserts an image at the cursor or at `at`, and moves the cursor behind it, so that typing doesn't replace it. */
export function insertImage(editor: Editor, mediaId: string, at: number | null): void {
  if (editor.isDestroyed) return;
  const position = at === null ? editor.state.selection.to : Math.min(at, editor.state.doc.content.size);
  editor
    .chain()
    .focus()
    .insertContentAt(position, { type: 'image', attrs: { media_id: mediaId } })
    .command(({ tr, dispatch }) => {
      let end: number | null = null;
      tr.doc.nodesBetween(
        Math.max(0, position - 2),
        Math.min(tr.doc.content.size, position + 3),
        (node, pos) => {
          if (node.type.name === 'image' && node.attrs['media_id'] === mediaId) end = pos + node.nodeSize;
        },
      );
      if (end === null || !dispatch) return true;
      const paragraph = editor.schema.nodes['paragraph'];
      if (tr.doc.resolve(end).nodeAfter?.isTextblock !== true && paragraph !== undefined)
        tr.insert(end, paragraph.create());
      tr.setSelection(TextSelection.near(tr.doc.resolve(end), 1));
      return true;
    })
    .run();
}
