/** Updates `--editing-head` with the height of the page's head, so that sticky elements start below it. */
export function measureHead(editing: HTMLElement | null): () => void {
  const page = editing?.closest<HTMLElement>('.page');
  const head = page?.querySelector<HTMLElement>('.page-head');
  const observer = new ResizeObserver(() =>
    page?.style.setProperty('--editing-head', `${head?.offsetHeight ?? 0}px`),
  );
  if (head) observer.observe(head);
  return () => observer.disconnect();
}
