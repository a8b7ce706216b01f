import { Placeholder } from '@tiptap/extensions';
import { type Editor, EditorContent, useEditor } from '@tiptap/react';
import { useEffect, useRef, useState } from 'react';
import type { RichtextDocument } from '../../../src/richtext/schema.ts';
import { useProjectApi } from '../api/project.ts';
import { uploadFile } from '../api/send-file.ts';
import { toastProblem } from '../components/toast.tsx';
import { useFieldHost } from '../fields/context.ts';
import { pictureTarget } from '../fields/images.tsx';
import { MediaPicker } from '../media/picker.tsx';
import { picturesIn } from '../media/pictures.ts';
import type { Asking } from './asking.ts';
import { BubbleBar } from './bubble-bar.tsx';
import { type EditorNode, fromEditor, toEditor } from './document.ts';
import { viewExtensions } from './views.tsx';
import { LinkDialog } from './link-dialog.tsx';
import { cleanPaste } from './paste.ts';
import { SlashStore } from './slash-store.ts';
import { slashMenu } from './slash-menu.ts';
import { SlashList } from './slash-list.tsx';
import { Summary } from './summary.tsx';
import { Toolbar } from './toolbar.tsx';
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
  const { learn } = useFieldHost();
  const [asking, setAsking] = useState<Asking>(null);
  const [coming, setComing] = useState(0);
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
    ],
    content: toEditor(value as RichtextDocument | null),
    injectCSS: false,
    shouldRerenderOnTransaction: false,
    editorProps: {
      attributes: { role: 'textbox', 'aria-multiline': 'true', 'aria-label': label, class: 'prose' },
      transformPastedHTML: cleanPaste,
      handlePaste: (_view, event) => take(picturesIn(event.clipboardData), null),
      handleDrop(view, event, _slice, isMoved) {
        const at = view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos ?? null;
        return !isMoved && take(picturesIn(event.dataTransfer), at);
      },
    },
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
        uploadFile(api, file)
          .then((asset) => {
            learn(asset.id, pictureTarget(asset));
            insertPicture(editor, asset.id, at);
          }, toastProblem)
          .finally(() => setComing((before) => before - 1));
      }
    };
  }, [api, learn, editor]);

  return (
    <div className="richtext">
      <Toolbar editor={editor} onAsk={setAsking} />
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

/** Reads the text as it is at this moment, when it is asked for; a document of ProseMirror never changes. */
function reader({ state: { doc } }: Editor): () => unknown {
  let read: RichtextDocument | null | undefined;
  return () => (read === undefined ? (read = fromEditor(doc.toJSON() as EditorNode)) : read);
}

function insertPicture(editor: Editor, mediaId: string, at: number | null): void {
  if (editor.isDestroyed) return;
  const picture = { type: 'image', attrs: { media_id: mediaId } };
  const place = at === null ? editor.state.selection.to : Math.min(at, editor.state.doc.content.size);
  editor.chain().focus().insertContentAt(place, picture).run();
}
