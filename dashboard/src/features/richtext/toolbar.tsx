import { type Editor, useEditorState } from '@tiptap/react';
import {
  addColumnAfter,
  addColumnBefore,
  addRowAfter,
  addRowBefore,
  deleteColumn,
  deleteRow,
  deleteTable,
  mergeCells,
  splitCell,
  toggleHeaderColumn,
  toggleHeaderRow,
} from '@tiptap/pm/tables';
import type { Command } from '@tiptap/pm/state';
import {
  Code2,
  ImagePlus,
  Info,
  List,
  ListOrdered,
  Maximize2,
  Quote,
  Redo2,
  Table as TableIcon,
  TextSearch,
  Undo2,
} from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { IconButton } from '../../components/base/button.tsx';
import { insertTable, setCallout } from './commands.ts';
import type { EditorDialog } from './asking.ts';
import { FormatButtons } from './format-buttons.tsx';
import { writingButton } from './writing-page.ts';

interface ToolbarProps {
  editor: Editor;
  openDialog: (dialog: EditorDialog) => void;
  onFind: () => void;
  /** Opens the writing page; null while it is open. */
  onWrite: (() => void) | null;
}

/** The formatting toolbar above the text: one tab stop, with arrow keys between its controls. */
export function Toolbar({ editor, openDialog, onFind, onWrite }: ToolbarProps) {
  const block = useEditorState({ editor, selector: ({ editor: current }) => blockOf(current) });
  const has = useEditorState({
    editor,
    selector: ({ editor: current }) =>
      ['bulletList', 'orderedList', 'blockquote', 'codeBlock', 'callout', 'table']
        .filter((name) => current.isActive(name))
        .join(' '),
  }).split(' ');
  const button = (label: string, icon: typeof List, name: string, run: () => void) => (
    <IconButton
      label={label}
      icon={icon}
      aria-pressed={name === '' ? undefined : has.includes(name)}
      onMouseDown={(event) => event.preventDefault()}
      onClick={run}
    />
  );
  const chain = () => editor.chain().focus();
  return (
    <div
      className="richtext-bar"
      role="toolbar"
      aria-label="Formatting"
      ref={setTabStop}
      onFocus={({ currentTarget, target }) => setTabStop(currentTarget, target)}
      onKeyDown={moveFocus}
    >
      <select
        className="richtext-block"
        aria-label="Text style"
        value={block}
        onChange={(event) => {
          const level = Number(event.target.value);
          if (level === 0) chain().setParagraph().run();
          else chain().setNode('heading', { level }).run();
        }}
      >
        <option value="0">Text</option>
        {[1, 2, 3, 4, 5, 6].map((level) => (
          <option key={level} value={level}>
            Heading {level}
          </option>
        ))}
      </select>
      <span className="richtext-gap" />
      <FormatButtons editor={editor} openDialog={openDialog} />
      <span className="richtext-gap" />
      {button('Bullet list', List, 'bulletList', () => chain().toggleBulletList().run())}
      {button('Numbered list', ListOrdered, 'orderedList', () => chain().toggleOrderedList().run())}
      {button('Quote', Quote, 'blockquote', () => chain().toggleBlockquote().run())}
      {button('Code block', Code2, 'codeBlock', () => chain().toggleCodeBlock().run())}
      {button('Callout', Info, 'callout', () => setCallout(editor, 'info'))}
      {button('Image', ImagePlus, '', () => openDialog('image'))}
      {has.includes('table') ? (
        <TableTools editor={editor} />
      ) : (
        button('Table', TableIcon, 'table', () => insertTable(editor))
      )}
      <span className="richtext-gap" />
      {button('Undo', Undo2, '', () => chain().undo().run())}
      {button('Redo', Redo2, '', () => chain().redo().run())}
      {button('Find in the text', TextSearch, '', onFind)}
      {onWrite === null ? null : (
        <IconButton label="Writing page" icon={Maximize2} onClick={onWrite} {...writingButton} />
      )}
    </div>
  );
}

const tableCommands: readonly (readonly [string, Command])[] = [
  ['Add row above', addRowBefore],
  ['Add row below', addRowAfter],
  ['Add column before', addColumnBefore],
  ['Add column after', addColumnAfter],
  ['Header row on or off', toggleHeaderRow],
  ['Header column on or off', toggleHeaderColumn],
  ['Merge selected cells', mergeCells],
  ['Split cell', splitCell],
  ['Delete row', deleteRow],
  ['Delete column', deleteColumn],
  ['Delete table', deleteTable],
];

function TableTools({ editor }: { editor: Editor }) {
  const run = (label: string) => {
    const command = tableCommands.find(([name]) => name === label)?.[1];
    command?.(editor.state, editor.view.dispatch);
    editor.commands.focus();
  };
  return (
    <select
      className="richtext-block richtext-table"
      aria-label="Change the table"
      value=""
      onChange={(event) => run(event.target.value)}
    >
      <option value="">Table…</option>
      {tableCommands.map(([label]) => (
        <option key={label}>{label}</option>
      ))}
    </select>
  );
}

function blockOf(editor: Editor): string {
  const level: unknown = editor.getAttributes('heading')['level'];
  return editor.isActive('heading') && typeof level === 'number' ? String(level) : '0';
}

function setTabStop(bar: HTMLElement | null, at?: Element): void {
  const controls = [...(bar?.querySelectorAll<HTMLElement>('button, select') ?? [])];
  const chosen = controls.find((control) => control === at) ?? controls[0];
  for (const control of controls) control.tabIndex = control === chosen ? 0 : -1;
}

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
  if (step === 0) return; // in a list, up and down change the value
  const controls = [...event.currentTarget.querySelectorAll<HTMLElement>('button, select')];
  const at = controls.indexOf(event.target as HTMLElement);
  controls[(at + step + controls.length) % controls.length]?.focus();
  event.preventDefault();
}
