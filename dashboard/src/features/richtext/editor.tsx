import { useMay } from '../access/may.ts';
import { Placeholder } from '@tiptap/extensions';
import { NodeSelection, Selection } from '@tiptap/pm/state';
import { type Editor, EditorContent, useEditor } from '@tiptap/react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { RichtextDocument } from '../../../../src/content/richtext/schema.ts';
import { useProjectApi } from '../../api/project.ts';
import { uploadFile } from '../../api/upload/send-file.ts';
import { isComposing } from '../../components/keyboard/composing.ts';
import { isModHeld } from '../../components/keyboard/kbd.tsx';
import { toast, toastError } from '../../components/overlay/toast.tsx';
import { arriving } from '../fields/arrivals.ts';
import { useFieldHost } from '../fields/context.ts';
import { pictureTarget } from '../fields/picture-target.ts';
import { MediaPicker } from '../media/picker.tsx';
import { picturesIn } from '../media/pictures.ts';
import type { Asking } from './asking.ts';
import { insertPicture } from './commands.ts';
import { BubbleBar } from './bubble-bar.tsx';
import { type EditorNode, fromEditor, toEditor } from './schema/document.ts';
import { FindBar } from './find/find-bar.tsx';
import { Find } from './find/find-plugin.ts';
import { viewExtensions } from './schema/views.tsx';
import { LinkDialog } from './link-dialog.tsx';
import { handlePaste } from './paste/handle-paste.ts';
import { cleanPaste } from './paste/paste.ts';
import { SlashStore } from './slash/slash-store.ts';
import { slashMenu } from './slash/slash-menu.ts';
import { SlashList } from './slash/slash-list.tsx';
import { Summary } from './summary.tsx';
import { Toolbar } from './toolbar.tsx';
import { TypedLinks } from './schema/typed-links.ts';
import './prose.css';
import './richtext.css';

interface RichtextEditorProps {
  label: string;
  value: unknown;
  /** Says that the text changed; it is taken apart when the value is asked for. */
  onTouch: (read: () => unknown) => void;
}

/** Formatted text: what it holds is what the service stores. */
export function RichtextEditor({ label, value, onTouch }: RichtextEditorProps) {
  const api = useProjectApi();
  const mayWrite = useMay('draft');
  const { learn } = useFieldHost();
  const [asking, setAsking] = useState<Asking>(null);
  const [coming, setComing] = useState(0);
  const [finding, setFinding] = useState(0);
  const [slash] = useState(() => new SlashStore());
  const touch = useRef(onTouch);
  const bringRef = useRef<(files: readonly File[], at: number | null) => void>(() => undefined);
  useEffect(() => {
    touch.current = onTouch;
  }, [onTouch]);

  const editor = useEditor({
    extensions: [
      ...viewExtensions,
      Placeholder.configure({ placeholder: 'Write, or press / for headings, tables, pictures…' }),
      slashMenu(slash, setAsking),
      TypedLinks,
      Find,
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
        dir: 'auto',
      },
      // mod+Enter publishes, here as anywhere else; in code it leads out of it.
      handleDOMEvents: {
        keydown: ({ state }, event) =>
          event.key === 'Enter' &&
          !isComposing(event) &&
          (event.metaKey || event.ctrlKey) &&
          state.selection.$from.parent.type.spec.code !== true,
      },
      transformPastedHTML: cleanPaste,
      handlePaste: (view, event) =>
        handlePaste(view, event, { bring: (files) => bringRef.current(files, null), warn: toast }),
      handleDrop(view, event, _slice, isMoved) {
        const at = view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos ?? null;
        return !isMoved && take(picturesIn(event.dataTransfer), at);
      },
    },
    onCreate: ({ editor: created }) => beginInText(created),
    onUpdate: ({ editor: changed }) => touch.current(reader(changed)),
  });

  function take(files: readonly File[], at: number | null): boolean {
    if (files.length > 0) bringRef.current(files, at);
    return files.length > 0;
  }

  useEffect(() => {
    bringRef.current = (files, at) => {
      setComing((before) => before + files.length);
      for (const file of files) {
        arriving(uploadFile(api, file))
          .then((asset) => {
            learn(asset.id, pictureTarget(asset));
            insertPicture(editor, asset.id, at);
          }, toastError)
          .finally(() => setComing((before) => before - 1));
      }
    };
  }, [api, learn, editor]);

  const find = () => setFinding((before) => before + 1);
  const closeFind = () => {
    setFinding(0);
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
  // On the way down: the text itself says of every Escape that it has taken it.
  const onEscape = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return;
    if (event.key !== 'Escape' || finding === 0 || asking !== null || slash.state() !== null) return;
    event.preventDefault();
    event.stopPropagation();
    closeFind();
  };

  return (
    <div className="richtext" onKeyDown={onKeyDown} onKeyDownCapture={onEscape}>
      <div className="richtext-top">
        <Toolbar editor={editor} onAsk={setAsking} onFind={find} />
        {finding > 0 ? <FindBar editor={editor} asked={finding} onClose={closeFind} /> : null}
      </div>
      <EditorContent editor={editor} />
      <BubbleBar editor={editor} onAsk={setAsking} isCovered={asking !== null} />
      <SlashList store={slash} />
      <Summary editor={editor} coming={coming} />
      {asking === 'link' ? <LinkDialog editor={editor} onClose={() => setAsking(null)} /> : null}
      {asking === 'picture' ? (
        <MediaPicker
          title="Insert a picture"
          onClose={() => setAsking(null)}
          onPick={(asset) => {
            learn(asset.id, pictureTarget(asset));
            insertPicture(editor, asset.id, null);
            setAsking(null);
          }}
        />
      ) : null}
    </div>
  );
}

function isInToolbar(target: EventTarget): boolean {
  return target instanceof Element && target.closest('.richtext-bar') !== null;
}

/** Reads the text as it is at this moment, when it is asked for; a document of ProseMirror never changes. */
function reader({ state: { doc } }: Editor): () => unknown {
  let read: RichtextDocument | null | undefined;
  return () => (read === undefined ? (read = fromEditor(doc.toJSON() as EditorNode)) : read);
}

/** A text that begins with a picture does not open with it selected. */
function beginInText({ state, view }: Editor): void {
  if (!(state.selection instanceof NodeSelection)) return;
  const inText = Selection.findFrom(state.doc.resolve(0), 1, true);
  if (inText !== null) view.dispatch(state.tr.setSelection(inText).setMeta('addToHistory', false));
}
