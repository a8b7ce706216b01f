import { commentBounds } from '../../../../../src/contract/comments.ts';
import { type NewAnchor, partOf, type Quote } from './context.ts';

/** The selected passage of a field; null without one. */
export function selectedPassage(): NewAnchor | null {
  const input = document.activeElement;
  const isInput = input instanceof HTMLTextAreaElement || input instanceof HTMLInputElement;
  return isInput ? passageOfInput(input) : passageOfText();
}

function passageOfInput(input: HTMLTextAreaElement | HTMLInputElement): NewAnchor | null {
  const { value, selectionStart: from, selectionEnd: to } = input;
  if (from === null || to === null) return null;
  return anchorAt(input, {
    before: value.slice(0, from),
    exact: value.slice(from, to),
    after: value.slice(to),
  });
}

/** A selection in formatted text, or in a text that the member can't edit. */
function passageOfText(): NewAnchor | null {
  const selection = getSelection();
  if (selection === null || selection.rangeCount === 0) return null;
  const range = selection.getRangeAt(0);
  const node = range.commonAncestorContainer;
  const element = node instanceof Element ? node : node.parentElement;
  const text = element?.closest('.prose');
  if (text == null) return null;
  const around = document.createRange();
  around.selectNodeContents(text);
  around.setEnd(range.startContainer, range.startOffset);
  const before = around.toString();
  around.selectNodeContents(text);
  around.setStart(range.endContainer, range.endOffset);
  return anchorAt(text, { before, exact: selection.toString(), after: around.toString() });
}

function anchorAt(
  element: Element,
  { before, exact, after }: { before: string; exact: string; after: string },
): NewAnchor | null {
  const name = element.closest<HTMLElement>('[data-field]')?.dataset['field'];
  if (name === undefined || exact.trim() === '') return null;
  const { quoteChars, quoteContextChars: contextChars } = commentBounds;
  const quote: Quote = {
    exact: trimLoneSurrogates(exact.trim().slice(0, quoteChars)),
    prefix: trimLoneSurrogates(before.slice(-contextChars)),
    suffix: trimLoneSurrogates(after.slice(0, contextChars)),
  };
  return { part: partOf(name), quote };
}

/** Removes half of a surrogate pair that slicing left at either end. */
function trimLoneSurrogates(text: string): string {
  return text.replace(/^\p{Surrogate}|\p{Surrogate}$/gu, '');
}
