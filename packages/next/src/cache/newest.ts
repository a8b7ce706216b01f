/** Consecutive 503 responses that clear the version, because a restored database can have a smaller one. */
const rejectionsMax = 3;

/**
 * The newest version of the project that a purge contained. Reads require at least this version, because they can
 * reach a process or a database replica of the service that is slightly behind.
 */
export class NewestVersion {
  #version = 0;
  #rejections = 0;

  get version(): number {
    return this.#version;
  }

  /** Stores the version if it is larger than the stored one. @param version - from a purge; other types are ignored */
  remember(version: unknown): void {
    if (typeof version !== 'number' || !Number.isSafeInteger(version) || version <= this.#version) return;
    this.#version = version;
    this.#rejections = 0;
  }

  /** A fetch that requires the version with `X-Min-Version`. The service returns 503 if it can't provide it. */
  requireVersion(send: typeof fetch): typeof fetch {
    return async (input, init = {}) => {
      const version = this.#version;
      if (version === 0) return send(input, init);
      const headers = new Headers(init.headers);
      headers.set('X-Min-Version', String(version));
      const response = await send(input, { ...init, headers });
      this.#countRejections(response.status, version);
      return response;
    };
  }

  #countRejections(status: number, version: number): void {
    if (version !== this.#version) return; // a purge changed the version during the request
    this.#rejections = status === 503 ? this.#rejections + 1 : 0;
    if (this.#rejections < rejectionsMax) return;
    this.#version = 0;
    this.#rejections = 0;
  }
}

const globalKey = Symbol.for('galley-next.newest-version');

/** The one instance of this process. Global, because Next can bundle routes and pages separately. */
export function newestVersion(): NewestVersion {
  const shared = globalThis as { [globalKey]?: NewestVersion };
  return (shared[globalKey] ??= new NewestVersion());
}
