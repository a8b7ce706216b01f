import {
  type DashboardMessage,
  isSmall,
  type Mode,
  protocolVersion,
  readSiteMessage,
  type SiteMessage,
} from './protocol.ts';

export type PageMessage = Exclude<SiteMessage, { type: 'ready' }>;

interface ChannelOptions {
  mode: () => Mode;
  /** A page has connected, after each of its loads. */
  onConnect: () => void;
  onMessage: (message: PageMessage) => void;
}

/**
 * Exchanges messages with pages of the site, in the frame and in tabs. Accepts messages of windows that were added, with the
 * origin of the site, and after their `hello` only with their session.
 */
export class PreviewChannel {
  readonly #origin: string;
  readonly #options: ChannelOptions;
  /** The session of each window; null before its page has connected. */
  readonly #sessions = new Map<Window, string | null>();

  constructor(origin: string, options: ChannelOptions) {
    this.#origin = origin;
    this.#options = options;
  }

  listen(): void {
    window.addEventListener('message', this.#receive);
  }

  close(): void {
    window.removeEventListener('message', this.#receive);
  }

  add(page: Window): void {
    this.#sessions.set(page, null);
  }

  send(message: DashboardMessage): void {
    for (const [page, session] of this.#sessions) {
      if (page.closed) this.#sessions.delete(page);
      else if (session !== null) this.#post(page, { ...message, session });
    }
  }

  readonly #receive = ({ origin, source, data }: MessageEvent): void => {
    const page = source as Window | null;
    if (origin !== this.#origin || page === null || !this.#sessions.has(page)) return;
    const message = readSiteMessage(data);
    if (message === null) return;
    if (message.type === 'ready') this.#greet(page, message.versions);
    else if (message.session === this.#sessions.get(page)) this.#options.onMessage(message);
  };

  #greet(page: Window, versions: readonly unknown[]): void {
    if (!versions.includes(protocolVersion)) return;
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    const session = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
    this.#sessions.set(page, session);
    this.#post(page, { type: 'hello', version: protocolVersion, session, mode: this.#options.mode() });
    this.#options.onConnect();
  }

  #post(page: Window, message: object): void {
    const envelope = { galley: protocolVersion, ...message };
    if (isSmall(envelope)) page.postMessage(envelope, this.#origin);
  }
}
