import { Idiomorph } from 'idiomorph';

/** Changes the body of the page to that of `html`. Elements that stay keep their state, the scroll position and focus. */
export function morphPage(html: string): void {
  const next = new DOMParser().parseFromString(html, 'text/html');
  void Idiomorph.morph(document.body, next.body, { morphStyle: 'outerHTML', restoreFocus: true });
  document.title = next.title;
}
