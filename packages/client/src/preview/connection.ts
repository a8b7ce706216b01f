import { EditMode } from './edit-mode.ts';
import { type Clicked, pageContent, pagePath, TypedTexts } from './elements.ts';
import {
  type DashboardMessage,
  isSmall,
  protocolVersion,
  readMessage,
  type SiteMessage,
} from './messages.ts';
import { RefreshError, refreshPage, restoreScroll } from './refresh-page.ts';

export interface PreviewOptions {
  /** The origin of the dashboard: `dashboard` of the preview session. No other origin is sent or accepted anything. */
  dashboard: string;
  /** Shows the newest drafts. By default, the page is fetched and morphed. */
  refresh?: (() => void | Promise<void>) | undefined;
  /** The URL of this site that stores a new token: `/api/preview?token={token}&path={path}`. */
  renew?: string | undefined;
}

/** Milliseconds to wait for further changes of the page before they are reported. */
const reportAfterMs = 100;

/**
 * Connects this page to the dashboard that shows it in a frame or opened it. Does nothing on any other page.
 * @returns a function that disconnects
 */
export function connectPreview(options: PreviewOptions): () => void {
  const dashboard = window.parent === window ? (window.opener as Window | null) : window.parent;
  if (dashboard === null) return () => undefined;
  const connection = new Connection(dashboard, options);
  return () => connection.close();
}

class Connection {
  readonly #peer: Window;
  readonly #origin: string;
  readonly #options: PreviewOptions;
  readonly #texts = new TypedTexts();
  readonly #listening = new AbortController();
  readonly #observer = new MutationObserver(() => this.#reportSoon());
  #editMode: EditMode | null = null;
  #session: string | null = null;
  #reported = '';
  #reportTimer: ReturnType<typeof setTimeout> | undefined;
  #revision = 0;
  #isRefreshing = false;
  #isOutdated = false;

  constructor(peer: Window, options: PreviewOptions) {
    this.#peer = peer;
    this.#origin = new URL(options.dashboard).origin;
    this.#options = options;
    const { signal } = this.#listening;
    window.addEventListener('message', (event) => this.#receive(event), { signal });
    restoreScroll();
    this.#send({ type: 'ready', versions: [protocolVersion], path: pagePath() });
  }

  close(): void {
    this.#listening.abort();
    this.#observer.disconnect();
    clearTimeout(this.#reportTimer);
    this.#editMode?.stop();
    this.#session = null;
  }

  #send(message: SiteMessage): void {
    const session = this.#session === null ? {} : { session: this.#session };
    const whole = { galley: protocolVersion, ...message, ...session };
    if (isSmall(whole)) this.#peer.postMessage(whole, this.#origin);
  }

  #receive({ origin, source, data }: MessageEvent): void {
    if (origin !== this.#origin || source !== this.#peer) return;
    const message = readMessage(data);
    if (message === null) return;
    if (message.type === 'hello') this.#start(message);
    else if (message.session === this.#session) this.#handle(message);
  }

  #start({ version, session, mode }: DashboardMessage & { type: 'hello' }): void {
    if (version !== protocolVersion) return;
    this.#session = session;
    this.#editMode ??= new EditMode((clicked) => this.#edit(clicked));
    this.#editMode.mode = mode;
    this.#reported = '';
    this.#report();
    const attributeFilter = ['data-galley'];
    this.#observer.observe(document, { childList: true, subtree: true, attributeFilter });
  }

  #handle(message: DashboardMessage): void {
    switch (message.type) {
      case 'text':
        return this.#texts.apply(message);
      case 'changed':
        this.#revision = message.revision;
        return void this.#refresh();
      case 'focus':
        return this.#editMode?.focus(message.target);
      case 'mode':
        if (this.#editMode !== null) this.#editMode.mode = message.mode;
        return;
      case 'token':
        return void this.#renew(message.token);
      case 'hello':
        return; // the session has begun
    }
  }

  #edit({ targets, node }: Clicked): void {
    this.#send({ type: 'edit', targets, ...(node !== undefined && { node }) });
  }

  #reportSoon(): void {
    this.#editMode?.place();
    clearTimeout(this.#reportTimer);
    this.#reportTimer = setTimeout(() => this.#report(), reportAfterMs);
  }

  /** Sends what the page shows, unless the dashboard knows it. */
  #report(): void {
    const content = pageContent();
    const text = JSON.stringify(content);
    if (text === this.#reported) return;
    this.#reported = text;
    this.#send({ type: 'page', ...content });
  }

  /** One refresh runs at a time. Changes that arrive meanwhile cause one more. */
  async #refresh(): Promise<void> {
    this.#isOutdated = true;
    if (this.#isRefreshing) return;
    this.#isRefreshing = true;
    while (this.#isOutdated) {
      this.#isOutdated = false;
      const revision = this.#revision;
      try {
        await (this.#options.refresh ?? refreshPage)();
        this.#texts.reapply();
        this.#editMode?.place();
        this.#send({ type: 'rendered', revision });
      } catch (error) {
        this.#send({ type: 'failed', status: error instanceof RefreshError ? error.status : 0 });
      }
    }
    this.#isRefreshing = false;
  }

  /** Calls the site's own URL, which stores the token in a cookie, and shows the page with it. */
  async #renew(token: string): Promise<void> {
    const { renew } = this.#options;
    if (renew === undefined) return;
    const values: Readonly<Record<string, string>> = { token, path: pagePath() };
    const path = renew.replaceAll(/\{(token|path)\}/g, (_all, name: string) =>
      encodeURIComponent(values[name] ?? ''),
    );
    const url = new URL(path, location.href);
    if (url.origin !== location.origin) return;
    const response = await fetch(url, {
      cache: 'no-store',
      redirect: 'manual',
      referrerPolicy: 'no-referrer',
    }).catch(() => null);
    if (response?.ok === true || response?.type === 'opaqueredirect') return this.#refresh();
    this.#send({ type: 'failed', status: response?.status ?? 0 });
  }
}
