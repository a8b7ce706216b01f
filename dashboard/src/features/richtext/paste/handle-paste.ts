import { Selection } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import { counted } from '../../../components/base/counted.ts';
import { imageFilesIn } from '../../media/image-files.ts';
import { toHref } from '../schema/link-mark.ts';
import { renderMarkdown, looksLikeMarkdown } from './markdown.ts';
import { dropTrackedChanges, parsePaste } from './parse-paste.ts';
import { hasWords, imagesOfHtml } from './paste-images.ts';

/** What `handlePaste` needs of the editor. */
export interface PasteHost {
  /** Uploads images and inserts them at the cursor. */
  insertFiles: (files: readonly File[]) => void;
  /** Reports what could not be pasted. */
  warn: (message: string) => void;
}

/**
 * Handles what ProseMirror's own paste cannot: images, a URL on selected words, Markdown. Returns whether the paste is
 * complete.
 */
export function handlePaste(view: EditorView, event: ClipboardEvent, host: PasteHost): boolean {
  const data = event.clipboardData;
  if (data === null) return false;
  const html = data.getData('text/html');
  const text = data.getData('text/plain');
  const files = imageFilesIn(data);
  // Word and Excel add an image of the copied text; the text is what was meant.
  if (files.length > 0 && !hasWords(html)) {
    host.insertFiles(files);
    return true;
  }
  if (view.state.selection.$from.parent.type.spec.code === true) return false;
  if (pasteLink(view, text)) return true;
  const isPlain = html === '' || data.types.includes('vscode-editor-data');
  if (isPlain && looksLikeMarkdown(text)) {
    void renderMarkdown(text).then((html) => {
      if (view.isDestroyed) return;
      view.pasteHTML(html);
      insertImages(html, host);
    });
    return true;
  }
  if (html !== '') {
    insertImages(html, host);
    warnOfDeletions(html, host);
  }
  return false;
}

function insertImages(html: string, { insertFiles, warn }: PasteHost): void {
  const { files, unreadableCount } = imagesOfHtml(html);
  if (files.length > 0) setTimeout(() => insertFiles(files)); // after the text of the same paste
  if (unreadableCount > 0)
    warn(
      `${counted(unreadableCount, 'image')} could not be pasted. Copy one image at a time, or upload the files.`,
    );
}

function warnOfDeletions(html: string, { warn }: PasteHost): void {
  const count = dropTrackedChanges(parsePaste(html));
  if (count > 0) warn(`${counted(count, 'tracked deletion')} ${count === 1 ? 'was' : 'were'} left out`);
}

/** Links the selected words to a pasted URL; without a selection, inserts the URL as a link. */
function pasteLink({ state, dispatch }: EditorView, text: string): boolean {
  const address = text.trim();
  const href = /^(?:https?:\/\/|mailto:|www\.)\S+$/i.test(address) ? toHref(address) : null;
  const link = state.schema.marks['link'];
  if (href === null || link === undefined) return false;
  const { from, to, empty } = state.selection;
  if (!empty && countBlocks(state, from, to) !== 1) return false;
  const mark = link.create({ href });
  const { tr } = state;
  if (empty) tr.replaceSelectionWith(state.schema.text(address, [mark]), false);
  else {
    tr.removeMark(from, to, link).addMark(from, to, mark);
    // The cursor goes behind the words, so that typing doesn't replace them.
    tr.setSelection(Selection.near(tr.doc.resolve(to), -1));
  }
  dispatch(tr.removeStoredMark(link).scrollIntoView());
  return true;
}

/** Number of text blocks in a range. */
function countBlocks({ doc }: EditorView['state'], from: number, to: number): number {
  let count = 0;
  doc.nodesBetween(from, to, ({ isTextblock }) => {
    if (isTextblock) count += 1;
    return !isTextblock;
  });
  return count;
}
