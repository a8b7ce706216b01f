import { FieldLanguageContext } from '../../components/form/language.ts';
import { useMay } from '../access/may.ts';
import { Placeholder } from '@tiptap/extensions';
import { NodeSelection, Selection } from '@tiptap/pm/state';
import { type Editor, EditorContent, useEditor } from '@tiptap/react';
import { type KeyboardEvent, useContext, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { mergeDocuments } from '../../../../src/contract/merge/merge-document.ts';
import type { RichtextDocument } from '../../../../src/content/richtext/schema.ts';
import { useProjectApi } from '../../api/project.ts';
import { uploadFile } from '../../api/upload/send-file.ts';
import { classes } from '../../components/base/classes.ts';
import { isComposing } from '../../components/keyboard/composing.ts';
import { isModHeld } from '../../components/keyboard/kbd.tsx';
import { toast, toastError } from '../../components/overlay/toast.tsx';
import { FieldNameContext, partOf, useComments } from '../editing/comments/context.ts';
import { countArrival } from '../fields/arrivals.ts';
import { useFieldHost, imageTarget } from '../fields/context.ts';
import { MediaPicker } from '../media/picker.tsx';
import { imageFilesIn } from '../media/image-files.ts';
import type { EditorDialog } from './asking.ts';
import { insertImage } from './commands.ts';
import { BubbleBar } from './bubble-bar.tsx';
import { type EditorNode, fromEditor, toEditor } from './schema/document.ts';
import { FindBar } from './find/find-bar.tsx';
import { Find } from './find/find-plugin.ts';
import { markQuotes, Quotes } from './quotes.ts';
import { viewExtensions } from './schema/views.tsx';
import { LinkDialog } from './link-dialog.tsx';
import { handlePaste } from './paste/handle-paste.ts';
import { cleanPaste } from './paste/paste.ts';
import { showDocument } from './show-document.ts';
import { SlashStore } from './slash/slash-store.ts';
import { slashMenu } from './slash/slash-menu.ts';
import { SlashList } from './slash/slash-list.tsx';
import { Summary } from './summary.tsx';
import { Toolbar } from './toolbar.tsx';
import { WritingHead } from './writing-head.tsx';
import { useWritingPage } from './writing-page.ts';
import { TypedLinks } from './schema/typed-links.ts';
import './prose.css';
import './richtext.css';
import './writing-page.css';

interface RichtextEditorProps {
  label: string;
  value: unknown;
  /** Called on every change; `read` converts the document only if its value is needed. */
  onTouch: (read: () => unknown) => void;
}

/** The editor of a rich text. Its value is the document that the service stores. */
export function RichtextEditor({ label, value, onTouch }: RichtextEditorProps) {
  const api = useProjectApi();
  const mayWrite = useMay('draft');
  const { lang, dir } = useContext(FieldLanguageContext);
  const { rememberTarget } = useFieldHost();
  const [dialog, setDialog] = useState<EditorDialog>(null);
  const [uploadCount, setUploadCount] = useState(0);
  const [findCount, setFindCount] = useState(0);
  const [slash] = useState(() => new SlashStore());
  const onTouchRef = useRef(onTouch);
  const insertFilesRef = useRef<(files: readonly File[], at: number | null) => void>(() => undefined);
  useEffect(() => {
    onTouchRef.current = onTouch;
  }, [onTouch]);

  const editor = useEditor({
    extensions: [
      ...viewExtensions,
      Placeholder.configure({ placeholder: 'Write, or press / for headings, tables, images…' }),
      slashMenu(slash, setDialog),
      TypedLinks,
      Find,
      Quotes,
    ],
    editable: mayWrite,
    content: toEditor(value as RichtextDocument | null),
    injectCSS: false,
    shouldRerenderOnTransaction: false,
    editorProps: {
      attributes: {
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': label,
        class: 'prose',
        dir: dir ?? 'auto',
        ...(lang === undefined ? {} : { lang }),
      },
      // mod+Enter publishes, as everywhere; inside a code block it leaves the block.
      handleDOMEvents: {
        keydown: ({ state }, event) =>
          event.key === 'Enter' &&
          !isComposing(event) &&
          (event.metaKey || event.ctrlKey) &&
          state.selection.$from.parent.type.spec.code !== true,
      },
      transformPastedHTML: cleanPaste,
      handlePaste: (view, event) =>
        handlePaste(view, event, {
          insertFiles: (files) => insertFilesRef.current(files, null),
          warn: toast,
        }),
      handleDrop(view, event, _slice, isMoved) {
        const at = view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos ?? null;
        return !isMoved && insertFiles(imageFilesIn(event.dataTransfer), at);
      },
    },
    onCreate: ({ editor: current }) => moveSelectionToText(current),
    onUpdate: ({ editor: changed }) => onTouchRef.current(createReader(changed)),
  });

  useQuoteMarks(editor, value);

  const shownValue = useRef(value);
  // Before the browser handles another key, so that nothing is typed into the previous text.
  useLayoutEffect(() => {
    if (shownValue.current === value) return;
    shownValue.current = value;
    showValue(editor, value as RichtextDocument | null, (read) => onTouchRef.current(read));
  }, [editor, value]);

  function insertFiles(files: readonly File[], at: number | null): boolean {
    if (files.length > 0) insertFilesRef.current(files, at);
    return files.length > 0;
  }

  useEffect(() => {
    insertFilesRef.current = (files, at) => {
      setUploadCount((before) => before + files.length);
      for (const file of files) {
        countArrival(uploadFile(api, file))
          .then((asset) => {
            rememberTarget(asset.id, imageTarget(asset));
            insertImage(editor, asset.id, at);
          }, toastError)
          .finally(() => setUploadCount((before) => before - 1));
      }
    };
  }, [api, rememberTarget, editor]);

  const root = useRef<HTMLDivElement>(null);
  const writing = useWritingPage(root);
  const toggleWriting = () => {
    writing.toggle();
    editor.view.focus();
  };
  const find = () => setFindCount((before) => before + 1);
  const closeFind = () => {
    setFindCount(0);
    editor.view.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const isFind = isModHeld(event) && !event.shiftKey && !event.altKey && event.key.toLowerCase() === 'f';
    if (isFind) find();
    else if (event.altKey && event.key === 'F10')
      event.currentTarget.querySelector<HTMLElement>('[role="toolbar"] [tabindex="0"]')?.focus();
    else if (event.key === 'Escape' && isInToolbar(event.target)) editor.view.focus();
    else return;
    event.preventDefault();
  };
  // In the capture phase, because the text consumes Escape.
  const onEscape = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return;
    if (event.key !== 'Escape' || findCount === 0 || dialog !== null || slash.state() !== null) return;
    event.preventDefault();
    event.stopPropagation();
    closeFind();
  };

  return (
    <div
      className={classes('richtext', writing.isOpen && 'richtext-writing')}
      ref={root}
      onKeyDown={onKeyDown}
      onKeyDownCapture={onEscape}
    >
      {writing.isOpen ? <WritingHead onLeave={toggleWriting} /> : null}
      <div className="richtext-top">
        {mayWrite ? (
          <Toolbar
            editor={editor}
            openDialog={setDialog}
            onFind={find}
            onWrite={writing.isOpen ? null : toggleWriting}
          />
        ) : null}
        {findCount > 0 ? <FindBar editor={editor} openCount={findCount} onClose={closeFind} /> : null}
      </div>
      <EditorContent editor={editor} />
      <BubbleBar editor={editor} openDialog={setDialog} isCovered={dialog !== null} />
      <SlashList store={slash} />
      <Summary editor={editor} uploadCount={uploadCount} />
      {dialog === 'link' ? <LinkDialog editor={editor} onClose={() => setDialog(null)} /> : null}
      {dialog === 'image' ? (
        <MediaPicker
          title="Insert an image"
          onClose={() => setDialog(null)}
          onPick={(asset) => {
            rememberTarget(asset.id, imageTarget(asset));
            insertImage(editor, asset.id, null);
            setDialog(null);
          }}
        />
      ) : null}
    </div>
  );
}

/** Marks the passages of this field that comments quote, again when the text is replaced. */
function useQuoteMarks(editor: Editor, value: unknown): void {
  const comments = useComments();
  const name = useContext(FieldNameContext);
  const quotes = comments === null || name === null ? [] : comments.quotesAt(partOf(name));
  const latest = JSON.stringify(quotes);
  useEffect(() => {
    markQuotes(editor, JSON.parse(latest) as typeof quotes);
  }, [editor, latest, value]);
}

function isInToolbar(target: EventTarget): boolean {
  return target instanceof Element && target.closest('.richtext-bar') !== null;
}

/** Shows a value that was stored elsewhere. During an input composition it waits, and what is composed is kept. */
function showValue(
  editor: Editor,
  value: RichtextDocument | null,
  onTouch: (read: () => unknown) => void,
): void {
  const show = (document: RichtextDocument | null) =>
    showDocument(editor.view, editor.schema.nodeFromJSON(toEditor(document)));
  if (!editor.view.composing) return show(value);
  const base = createReader(editor)() as RichtextDocument | null;
  const showComposed = () => {
    const mine = createReader(editor)() as RichtextDocument | null;
    const merged = mergeDocuments(base, mine, value);
    show(merged.resolve(() => 'mine') as RichtextDocument | null);
    onTouch(createReader(editor));
  };
  // ProseMirror reads the composed text after this event.
  editor.view.dom.addEventListener('compositionend', () => setTimeout(showComposed), { once: true });
}

/** Converts the current document on the first call; documents of ProseMirror are immutable. */
function createReader({ state: { doc } }: Editor): () => unknown {
  let stored: RichtextDocument | null | undefined;
  return () => (stored === undefined ? (stored = fromEditor(doc.toJSON() as EditorNode)) : stored);
}

/** Moves the selection into the text if an image at its start is selected. */
function moveSelectionToText({ state, view }: Editor): void {
  if (!(state.selection instanceof NodeSelection)) return;
  const inText = Selection.findFrom(state.doc.resolve(0), 1, true);
  if (inText !== null) view.dispatch(state.tr.setSelection(inText).setMeta('addToHistory', false));
}
