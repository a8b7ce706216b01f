import { type RefObject, useLayoutEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { isComposing } from '../../components/keyboard/composing.ts';
import { whenFieldIsShown } from '../editing/show-field.ts';

/** The attribute of the button that opens the writing page of a text. */
const buttonAttribute = 'data-writing-page';

/** Attributes of the button that opens and leaves the writing page, by which a shortcut finds it. */
export const writingButton = { [buttonAttribute]: '' };

/** Opens or leaves the writing page of the text with the focus, otherwise of the first text of the form. */
export function toggleWritingPage(): void {
  const focused = document.activeElement?.closest('.richtext');
  const text =
    focused ?? document.querySelector('.richtext-writing') ?? document.querySelector('.editing .richtext');
  text?.querySelector<HTMLElement>(`[${buttonAttribute}]`)?.click();
}

/**
 * Whether the writing page of a text is open: the text alone, below the head of its page. Escape leaves it, and so does a
 * field that has to be shown. What it covers can't be focused.
 */
export function useWritingPage(root: RefObject<HTMLElement | null>) {
  const [isOpen, setOpen] = useState(false);
  useLayoutEffect(() => {
    const text = root.current;
    if (!isOpen || text === null) return;
    const covered = coveredBy(text);
    for (const element of covered) element.inert = true;
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || isComposing(event) || isHandledElsewhere(event.target)) return;
      event.stopPropagation();
      setOpen(false);
    };
    // In the capture phase, because the text consumes Escape.
    document.addEventListener('keydown', onKey, { capture: true });
    const stop = whenFieldIsShown(() => flushSync(() => setOpen(false)));
    return () => {
      for (const element of covered) element.inert = false;
      document.removeEventListener('keydown', onKey, { capture: true });
      stop();
    };
  }, [isOpen, root]);
  return { isOpen, toggle: () => setOpen(!isOpen) };
}

/** Everything in the form beside the text and its ancestors. */
function coveredBy(text: HTMLElement): HTMLElement[] {
  const covered: HTMLElement[] = [];
  let element = text;
  while (!element.classList.contains('editing') && element.parentElement !== null) {
    const parent = element.parentElement;
    for (const child of parent.children)
      if (child !== element && child instanceof HTMLElement && !child.inert) covered.push(child);
    element = parent;
  }
  return covered;
}

/** Whether a dialog, a menu or the toolbar handles Escape. */
function isHandledElsewhere(target: EventTarget | null): boolean {
  if (target instanceof Element && target.closest('.richtext-bar') !== null) return true;
  return document.querySelector('[role="dialog"], [role="menu"], .slash-list, .find-bar') !== null;
}
