import { morphPage } from './morph.ts';

/** The site responded to a refresh with an error. `status` is 0 without a response. */
export class RefreshError extends Error {
  readonly status: number;
  constructor(status: number) {
    super(`The page responded with ${status}.`);
    this.status = status;
  }
}

/**
 * Fetches this page again and morphs it. A page that can't be morphed is loaded again.
 * @throws RefreshError if the site responds with an error
 */
export async function refreshPage(): Promise<void> {
  const headers = { Accept: 'text/html' };
  const response = await fetch(location.href, { cache: 'no-store', redirect: 'manual', headers }).catch(
    () => null,
  );
  if (response === null) throw new RefreshError(0);
  if (response.type === 'opaqueredirect' || !isHtml(response)) return reloadPage();
  if (!response.ok) throw new RefreshError(response.status);
  const html = await response.text();
  try {
    morphPage(html);
  } catch {
    reloadPage();
  }
}

function isHtml({ headers }: Response): boolean {
  return headers.get('Content-Type')?.startsWith('text/html') ?? false;
}

const scrollKey = 'galley-preview-scroll';

/** Loads the page again, which then scrolls to its position. */
export function reloadPage(): void {
  sessionStorage.setItem(scrollKey, JSON.stringify({ path: location.pathname, x: scrollX, y: scrollY }));
  location.reload();
}

/** Scrolls to the position from before `reloadPage`. */
export function restoreScroll(): void {
  try {
    const position = JSON.parse(sessionStorage.getItem(scrollKey) ?? 'null') as {
      path: string;
      x: number;
      y: number;
    } | null;
    sessionStorage.removeItem(scrollKey);
    if (position?.path === location.pathname) scrollTo(position.x, position.y);
  } catch {
    // storage can be disabled
  }
}
