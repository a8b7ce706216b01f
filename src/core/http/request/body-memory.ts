import { apiError } from '../../../contract/errors/api-error.ts';

/** How long a body waits for others to be done, in milliseconds. */
const waitMs = 2_000;
/** The part of the room that the bodies of one owner take together. */
const share = 0.25;

/** What one request holds of the room, until it is released. */
export interface BodyReservation {
  /** Takes room for more bytes, at once or later. @throws temporarily_unavailable after two seconds without */
  take(bytes: number): Promise<void> | undefined;
  /** Waits until there is room for so many bytes, and does not take it. @throws temporarily_unavailable */
  untilFree(bytes: number): Promise<void> | undefined;
  release(): void;
}

/**
 * The bytes of bodies, unpacked, that the requests of the process hold together: at most so many, and at most a
 * quarter for one owner. A body that is alone is let in whatever its size.
 */
export class BodyMemory {
  /** Bytes that are held now. */
  used = 0;
  readonly #bytesMax: number;
  readonly #byOwner = new Map<string, number>();
  readonly #waiting = new Set<() => void>();

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
  }

  /** Begins to hold for one request of `owner`: a project, an address. */
  open(owner: string): BodyReservation {
    let held = 0;
    let isOver = false;
    const fits = (bytes: number) => isOver || this.#fits(owner, bytes, held);
    const add = (bytes: number) => {
      if (isOver) return;
      held += bytes;
      this.#add(owner, bytes);
    };
    const whenFree = (bytes: number, then: () => void) =>
      fits(bytes) ? then() : this.#wait(() => fits(bytes), then);
    return {
      take: (bytes) => whenFree(bytes, () => add(bytes)) as Promise<void> | undefined,
      untilFree: (bytes) => whenFree(bytes, () => undefined) as Promise<void> | undefined,
      release: () => {
        add(-held);
        isOver = true;
        for (const look of this.#waiting) look();
      },
    };
  }

  #fits(owner: string, bytes: number, own: number): boolean {
    const fits = (used: number, bytesMax: number) => used === own || used + bytes <= bytesMax;
    return fits(this.used, this.#bytesMax) && fits(this.#byOwner.get(owner) ?? 0, this.#bytesMax * share);
  }

  #add(owner: string, bytes: number): void {
    this.used += bytes;
    const ofOwner = (this.#byOwner.get(owner) ?? 0) + bytes;
    if (ofOwner > 0) this.#byOwner.set(owner, ofOwner);
    else this.#byOwner.delete(owner);
  }

  #wait(isFree: () => boolean, then: () => void): Promise<void> {
    return new Promise((resolve, reject) => {
      const end = () => {
        clearTimeout(late);
        this.#waiting.delete(look);
      };
      const look = () => {
        if (!isFree()) return;
        end();
        then();
        resolve();
      };
      const late = setTimeout(() => {
        end();
        reject(apiError('temporarily_unavailable', { because: 'busy' }));
      }, waitMs);
      this.#waiting.add(look);
    });
  }
}
