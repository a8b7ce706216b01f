import type { Editor } from '@tiptap/react';
import { MessageSquarePlus } from 'lucide-react';
import { useEffect, useState } from 'react';
import { IconButton } from '../../components/base/button.tsx';
import { useComments } from '../editing/comments/context.ts';
import type { EditorDialog } from './asking.ts';
import { FormatButtons } from './format-buttons.tsx';

interface BubbleBarProps {
  editor: Editor;
  openDialog: (dialog: EditorDialog) => void;
  /** Whether a dialog is open over the text. */
  isCovered: boolean;
}

/** The bar over selected text. Its buttons are also in the toolbar, which the keyboard can reach. */
export function BubbleBar({ editor, openDialog, isCovered }: BubbleBarProps) {
  const [position, setPlace] = useState<{ left: number; top: number } | null>(null);
  useEffect(() => {
    const follow = () => setPlace(positionOf(editor));
    const hide = () => setPlace(null);
    editor.on('selectionUpdate', follow);
    editor.on('blur', hide);
    editor.on('update', hide);
    document.addEventListener('scroll', hide, { capture: true, passive: true });
    return () => {
      editor.off('selectionUpdate', follow);
      editor.off('blur', hide);
      editor.off('update', hide);
      document.removeEventListener('scroll', hide, { capture: true });
    };
  }, [editor]);
  const comments = useComments();
  if (position === null || isCovered) return null;
  return (
    <div className="bubble-bar" role="toolbar" aria-label="Formatting of the selection" style={position}>
      <FormatButtons editor={editor} openDialog={openDialog} short />
      {comments === null ? null : (
        <IconButton
          label="Comment"
          icon={MessageSquarePlus}
          onMouseDown={(event) => event.preventDefault()}
          onClick={comments.startOnSelection}
        />
      )}
    </div>
  );
}

function positionOf(editor: Editor): { left: number; top: number } | null {
  const { from, to, empty } = editor.state.selection;
  const isText = !empty && editor.state.doc.textBetween(from, to, ' ').trim() !== '';
  if (!isText || !editor.isFocused || editor.isActive('codeBlock')) return null;
  const { left, top } = editor.view.coordsAtPos(from);
  const { bottom } = editor.view.coordsAtPos(to);
  const toolbar = editor.view.dom.closest('.richtext')?.querySelector('.richtext-top');
  const fitsAbove = top - 44 > (toolbar?.getBoundingClientRect().bottom ?? 0);
  const leftPx = Math.max(8, Math.min(left, window.innerWidth - 260));
  return { left: leftPx, top: fitsAbove ? top - 44 : bottom + 8 };
}
