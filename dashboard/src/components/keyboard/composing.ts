/**
 * Whether a key press belongs to an input method, such as the Enter that accepts a Japanese word. Safari sends that
 * Enter after the end of the composition, with the key code 229.
 */
export function isComposing({ isComposing: isInside, keyCode }: KeyboardEvent): boolean {
  return isInside || keyCode === 229;
}

/**
 * Hides the key presses of an input method from every handler of the page, those of libraries included. A rich text
 * still receives them: its editor follows compositions itself, and its own handlers check `isComposing`.
 */
export function hideComposingKeys(): void {
  const hide = (event: KeyboardEvent) => {
    const isRichText = event.target instanceof HTMLElement && event.target.isContentEditable;
    if (isComposing(event) && !isRichText) event.stopPropagation();
  };
  for (const type of ['keydown', 'keyup'] as const) window.addEventListener(type, hide, { capture: true });
}
