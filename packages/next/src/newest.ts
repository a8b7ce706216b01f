/** After so many refusals in a row the version is forgotten: a database that was restored has a smaller one. */
const refusalsMax = 3;

/**
 * The newest state of the project that a purge told of. Reads ask for nothing older: they may reach a process of the
 * service, or a database, that is a moment behind.
 */
export class NewestVersion {
  #version = 0;
  #refusals = 0;

  get version(): number {
    return this.#version;
  }

  /** Keeps the larger one. @param version - of the body of a purge; anything else is ignored */
  remember(version: unknown): void {
    if (typeof version !== 'number' || !Number.isSafeInteger(version) || version <= this.#version) return;
    this.#version = version;
    this.#refusals = 0;
  }

  /** A fetch whose reads ask for that state. */
  asking(send: typeof fetch): typeof fetch {
    return async (input, init = {}) => {
      const version = this.#version;
      if (version === 0) return send(input, init);
      const headers = new Headers(init.headers);
      headers.set('X-Min-Version', String(version));
      const answer = await send(input, { ...init, headers });
      this.#note(answer.status, version);
      return answer;
    };
  }

  #note(status: number, asked: number): void {
    if (asked !== this.#version) return;
    this.#refusals = status === 503 ? this.#refusals + 1 : 0;
    if (this.#refusals < refusalsMax) return;
    this.#version = 0;
    this.#refusals = 0;
  }
}

const place = Symbol.for('galley-next.newest-version');

/** That of this process: routes and pages may have been bundled apart, and share it nevertheless. */
export function newestVersion(): NewestVersion {
  const shared = globalThis as { [place]?: NewestVersion };
  return (shared[place] ??= new NewestVersion());
}
