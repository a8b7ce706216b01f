import { apiError } from '../../../contract/errors/api-error.ts';

/** How long a body waits until other requests release memory. */
const maxWaitMs = 2_000;
/** The share of the memory that the bodies of one owner may take together. */
const ownerShare = 0.25;

/** The memory of one request, until it is released. */
export interface BodyReservation {
  /** Takes memory for more bytes, at once or later. @throws temporarily_unavailable after waiting for two seconds */
  take(bytes: number): Promise<void> | undefined;
  /** Waits until this many bytes are free, without taking them. @throws temporarily_unavailable */
  untilFree(bytes: number): Promise<void> | undefined;
  release(): void;
}

/**
 * Counts the bytes of the bodies of all requests of the process, decompressed, and limits them in total and for each
 * owner. A body that is the only one is accepted whatever its size.
 */
export class BodyMemory {
  used = 0;
  readonly #bytesMax: number;
  readonly #byOwner = new Map<string, number>();
  readonly #waiters = new Set<() => void>();

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
  }

  /** Opens the reservation of one request. `owner` is a project or an address. */
  open(owner: string): BodyReservation {
    let takenBytes = 0;
    let isReleased = false;
    const fits = (bytes: number) => isReleased || this.#fits(owner, bytes, takenBytes);
    const add = (bytes: number) => {
      if (isReleased) return;
      takenBytes += bytes;
      this.#add(owner, bytes);
    };
    const whenFree = (bytes: number, then: () => void) =>
      fits(bytes) ? then() : this.#wait(() => fits(bytes), then);
    return {
      take: (bytes) => whenFree(bytes, () => add(bytes)) as Promise<void> | undefined,
      untilFree: (bytes) => whenFree(bytes, () => undefined) as Promise<void> | undefined,
      release: () => {
        add(-takenBytes);
        isReleased = true;
        for (const recheck of this.#waiters) recheck();
      },
    };
  }

  #fits(owner: string, bytes: number, ownBytes: number): boolean {
    const fits = (used: number, bytesMax: number) => used === ownBytes || used + bytes <= bytesMax;
    return (
      fits(this.used, this.#bytesMax) && fits(this.#byOwner.get(owner) ?? 0, this.#bytesMax * ownerShare)
    );
  }

  #add(owner: string, bytes: number): void {
    this.used += bytes;
    const ownerBytes = (this.#byOwner.get(owner) ?? 0) + bytes;
    if (ownerBytes > 0) this.#byOwner.set(owner, ownerBytes);
    else this.#byOwner.delete(owner);
  }

  #wait(isFree: () => boolean, then: () => void): Promise<void> {
    return new Promise((resolve, reject) => {
      const end = () => {
        clearTimeout(timer);
        this.#waiters.delete(recheck);
      };
      const recheck = () => {
        if (!isFree()) return;
        end();
        then();
        resolve();
      };
      const timer = setTimeout(() => {
        end();
        reject(apiError('temporarily_unavailable', { because: 'busy' }));
      }, maxWaitMs);
      this.#waiters.add(recheck);
    });
  }
}
