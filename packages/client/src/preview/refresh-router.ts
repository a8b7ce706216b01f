import { reloadPage } from './refresh-page.ts';

/** A page that was not rendered again by then is loaded again. */
const renderWithinMs = 10_000;

/**
 * Calls `router.refresh()` of Next, so that client components keep their state. Resolves when the page was rendered, which
 * changes `data-render`. Without the router, or if nothing is rendered, the page is loaded again.
 */
export function refreshWithRouter(): Promise<void> {
  const { router } = (window as { next?: { router?: { refresh?(): void } } }).next ?? {};
  if (router?.refresh === undefined) return Promise.resolve(reloadPage());
  return new Promise((resolve) => {
    const timer = setTimeout(reloadPage, renderWithinMs);
    const observer = new MutationObserver(() => {
      clearTimeout(timer);
      observer.disconnect();
      resolve();
    });
    observer.observe(document, { subtree: true, attributeFilter: ['data-render'] });
    router.refresh?.();
  });
}
