import type { Editor } from '@tiptap/react';
import {
  Bold,
  Code,
  Italic,
  Link,
  Strikethrough,
  Subscript,
  Superscript,
  Underline,
  Unlink,
} from 'lucide-react';
import { useEditorState } from '@tiptap/react';
import { IconButton } from '../../components/base/button.tsx';
import type { EditorDialog } from './asking.ts';

const marks = [
  { name: 'bold', label: 'Bold', icon: Bold },
  { name: 'italic', label: 'Italic', icon: Italic },
  { name: 'underline', label: 'Underline', icon: Underline },
  { name: 'strike', label: 'Strikethrough', icon: Strikethrough },
  { name: 'code', label: 'Code', icon: Code },
  { name: 'subscript', label: 'Subscript', icon: Subscript },
  { name: 'superscript', label: 'Superscript', icon: Superscript },
] as const;

interface FormatButtonsProps {
  editor: Editor;
  openDialog: (dialog: EditorDialog) => void;
  /** Shows only the first five, for the bar over a selection. */
  short?: boolean;
}

/** Buttons that format the selected text. */
export function FormatButtons({ editor, openDialog, short = false }: FormatButtonsProps) {
  const active = useEditorState({
    editor,
    selector: ({ editor: current }) =>
      [...marks.map(({ name }) => name), 'link'].filter((name) => current.isActive(name)).join(' '),
  }).split(' ');
  const isLinked = active.includes('link');
  return (
    <>
      {(short ? marks.slice(0, 5) : marks).map(({ name, label, icon }) => (
        <IconButton
          key={name}
          label={label}
          icon={icon}
          aria-pressed={active.includes(name)}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => editor.chain().focus().toggleMark(name).run()}
        />
      ))}
      <IconButton
        label={isLinked ? 'Change the link' : 'Link'}
        icon={Link}
        aria-pressed={isLinked}
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => openDialog('link')}
      />
      {isLinked ? (
        <IconButton
          label="Remove the link"
          icon={Unlink}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => editor.chain().focus().extendMarkRange('link').unsetMark('link').run()}
        />
      ) : null}
    </>
  );
}
