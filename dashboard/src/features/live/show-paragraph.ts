import { showField } from '../editing/show-field.ts';

/** Frames to wait for a text editor that is loaded when its block opens. */
const framesMax = 120;

/** Shows a field; in a rich text, puts the cursor into its paragraph number `node`. */
export function showParagraph(key: string, node: number | undefined): void {
  showField(key);
  if (node === undefined) return;
  let frames = 0;
  const attempt = () => {
    const field = document.querySelector(`[data-field="${CSS.escape(key)}"]`);
    const text = field?.querySelector<HTMLElement>('.ProseMirror');
    if (text != null) placeCursor(text, node);
    else if (field !== null && (frames += 1) < framesMax) requestAnimationFrame(attempt);
  };
  attempt();
}

function placeCursor(text: HTMLElement, node: number): void {
  const paragraph = text.children[node];
  text.focus({ preventScroll: true });
  if (paragraph === undefined) return;
  const range = document.createRange();
  range.selectNodeContents(paragraph);
  range.collapse(false);
  const selection = getSelection();
  selection?.removeAllRanges();
  selection?.addRange(range);
  paragraph.scrollIntoView({ block: 'center' });
}
