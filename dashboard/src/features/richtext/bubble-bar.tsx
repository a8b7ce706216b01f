import type { Editor } from '@tiptap/react';
import { useEffect, useState } from 'react';
import type { Asking } from './asking.ts';
import { FormatButtons } from './format-buttons.tsx';

interface BubbleBarProps {
  editor: Editor;
  onAsk: (asking: Asking) => void;
  /** Something is in front of the text. */
  isCovered: boolean;
}

/** The bar over selected text. The toolbar has the same for who works with the keyboard. */
export function BubbleBar({ editor, onAsk, isCovered }: BubbleBarProps) {
  const [place, setPlace] = useState<{ left: number; top: number } | null>(null);
  useEffect(() => {
    const follow = () => setPlace(placeOf(editor));
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
  if (place === null || isCovered) return null;
  return (
    <div className="bubble-bar" role="toolbar" aria-label="Formatting of the selection" style={place}>
      <FormatButtons editor={editor} onAsk={onAsk} short />
    </div>
  );
}

function placeOf(editor: Editor): { left: number; top: number } | null {
  const { from, to, empty } = editor.state.selection;
  const isText = !empty && editor.state.doc.textBetween(from, to, ' ').trim() !== '';
  if (!isText || !editor.isFocused || editor.isActive('codeBlock')) return null;
  const { left, top } = editor.view.coordsAtPos(from);
  const { bottom } = editor.view.coordsAtPos(to);
  const toolbar = editor.view.dom.closest('.richtext')?.querySelector('.richtext-top');
  const isFree = top - 44 > (toolbar?.getBoundingClientRect().bottom ?? 0);
  const place = Math.max(8, Math.min(left, window.innerWidth - 260));
  return { left: place, top: isFree ? top - 44 : bottom + 8 };
}
