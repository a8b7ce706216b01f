import { Selection } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import { counted } from '../../../components/base/counted.ts';
import { picturesIn } from '../../media/pictures.ts';
import { meantHref } from '../schema/link-mark.ts';
import { htmlOfMarkdown, looksLikeMarkdown } from './markdown.ts';
import { dropTrackedChanges, parsedPaste } from './parse-paste.ts';
import { hasWords, picturesOfHtml } from './paste-pictures.ts';

/** What a paste asks of the page around the text. */
export interface PasteHost {
  /** Uploads pictures and puts them where the cursor is. */
  bring: (files: readonly File[]) => void;
  /** Shows what could not be taken. */
  warn: (message: string) => void;
}

/**
 * Takes what the document's own reader of HTML cannot: pictures, an address on selected words, Markdown. Answers whether
 * that is all there was to do.
 */
export function handlePaste(view: EditorView, event: ClipboardEvent, host: PasteHost): boolean {
  const data = event.clipboardData;
  if (data === null) return false;
  const html = data.getData('text/html');
  const text = data.getData('text/plain');
  const files = picturesIn(data);
  // Word and Excel add a picture of the text that is copied; the words are what was meant.
  if (files.length > 0 && !hasWords(html)) {
    host.bring(files);
    return true;
  }
  if (view.state.selection.$from.parent.type.spec.code === true) return false;
  if (linkPasted(view, text)) return true;
  const isPlain = html === '' || data.types.includes('vscode-editor-data');
  if (isPlain && looksLikeMarkdown(text)) {
    void htmlOfMarkdown(text).then((made) => {
      if (view.isDestroyed) return;
      view.pasteHTML(made);
      takePictures(made, host);
    });
    return true;
  }
  if (html !== '') {
    takePictures(html, host);
    warnOfDeletions(html, host);
  }
  return false;
}

function takePictures(html: string, { bring, warn }: PasteHost): void {
  const { files, lost } = picturesOfHtml(html);
  if (files.length > 0) setTimeout(() => bring(files)); // behind the text that comes with them
  if (lost > 0)
    warn(`${counted(lost, 'picture')} could not be pasted. Copy one picture at a time, or upload the files.`);
}

function warnOfDeletions(html: string, { warn }: PasteHost): void {
  const count = dropTrackedChanges(parsedPaste(html));
  if (count > 0) warn(`${counted(count, 'tracked deletion')} ${count === 1 ? 'was' : 'were'} left out`);
}

/** An address on selected words links them; without a selection it stands there itself, linked. */
function linkPasted({ state, dispatch }: EditorView, text: string): boolean {
  const address = text.trim();
  const href = /^(?:https?:\/\/|mailto:|www\.)\S+$/i.test(address) ? meantHref(address) : null;
  const link = state.schema.marks['link'];
  if (href === null || link === undefined) return false;
  const { from, to, empty } = state.selection;
  if (!empty && blocksBetween(state, from, to) !== 1) return false;
  const mark = link.create({ href });
  const { tr } = state;
  if (empty) tr.replaceSelectionWith(state.schema.text(address, [mark]), false);
  else {
    tr.removeMark(from, to, link).addMark(from, to, mark);
    // Behind the words, so that what is typed next does not replace them.
    tr.setSelection(Selection.near(tr.doc.resolve(to), -1));
  }
  dispatch(tr.removeStoredMark(link).scrollIntoView());
  return true;
}

/** How many paragraphs, headings and the like a stretch reaches into. */
function blocksBetween({ doc }: EditorView['state'], from: number, to: number): number {
  let count = 0;
  doc.nodesBetween(from, to, ({ isTextblock }) => {
    if (isTextblock) count += 1;
    return !isTextblock;
  });
  return count;
}
