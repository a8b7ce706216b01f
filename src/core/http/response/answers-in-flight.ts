import { apiError } from '../../../contract/errors/api-error.ts';

interface Waiting {
  bytes: number;
  admit: () => void;
}

/** How long a large answer waits for its place, in milliseconds. */
const waitMs = 2_500;

/**
 * Bounds what large answers take of the process's memory while they are made and until they are sent. An answer that
 * finds no room waits in line; small answers never do, they are counted once they wait to be sent.
 */
export class AnswersInFlight {
  readonly #bytesMax: number;
  readonly #waiting: Waiting[] = [];
  /** How many send the same bytes: a cached answer stands in memory once. */
  readonly #unsent = new Map<Buffer, number>();
  #bytes = 0;

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
  }

  /** What answers that are made or unsent take now. */
  get bytes(): number {
    return this.#bytes;
  }

  /**
   * Takes room for one large answer; answers what gives it back.
   * @throws temporarily_unavailable when there is none within the time
   */
  async take(bytes: number): Promise<() => void> {
    const taken = Math.min(bytes, this.#bytesMax);
    if (this.#waiting.length > 0 || this.#bytes + taken > this.#bytesMax) await this.#wait(taken);
    else this.#bytes += taken;
    return this.#givesBack(taken);
  }

  /** Counts bytes that wait to be sent; answers what says that they are gone. */
  unsent(body: Buffer): () => void {
    const others = this.#unsent.get(body) ?? 0;
    this.#unsent.set(body, others + 1);
    if (others === 0) this.#bytes += body.length;
    let isGone = false;
    return () => {
      if (isGone) return;
      isGone = true;
      const left = (this.#unsent.get(body) ?? 1) - 1;
      if (left > 0) return void this.#unsent.set(body, left);
      this.#unsent.delete(body);
      this.#free(body.length);
    };
  }

  async #wait(bytes: number): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      const late = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
        this.#admitNext(); // smaller ones may have waited behind it
        reject(apiError('temporarily_unavailable', { because: 'busy' }));
      }, waitMs);
      const waiting: Waiting = {
        bytes,
        admit: () => {
          clearTimeout(late);
          resolve();
        },
      };
      this.#waiting.push(waiting);
    });
  }

  #givesBack(bytes: number): () => void {
    let isBack = false;
    return () => {
      if (isBack) return;
      isBack = true;
      this.#free(bytes);
    };
  }

  #free(bytes: number): void {
    this.#bytes -= bytes;
    this.#admitNext();
  }

  #admitNext(): void {
    for (;;) {
      const [first] = this.#waiting;
      if (first === undefined || this.#bytes + first.bytes > this.#bytesMax) return;
      this.#waiting.shift();
      this.#bytes += first.bytes; // before it goes on, so that no other answer comes between
      first.admit();
    }
  }
}

/** The place that one request has among the large answers, from when it needs one until its answer is made. */
export class Holding {
  readonly #inFlight: AnswersInFlight;
  readonly #bytes: number;
  readonly #isRead: boolean;
  #taking: Promise<() => void> | null = null;
  #isOver = false;

  /** @param isRead writes are answered even where there is no room: what they did is done */
  constructor(inFlight: AnswersInFlight, { bytes, isRead }: { bytes: number; isRead: boolean }) {
    this.#inFlight = inFlight;
    this.#bytes = bytes;
    this.#isRead = isRead;
  }

  /** Waits for the place. @throws temporarily_unavailable */
  readonly enter = async (): Promise<void> => {
    this.#taking ??= this.#inFlight.take(this.#bytes);
    const giveBack = await this.#taking.catch((error: unknown) => {
      if (this.#isRead) throw error;
    });
    if (this.#isOver) giveBack?.();
  };

  /** Gives the place back. */
  release(): void {
    this.#isOver = true;
    void this.#taking?.then(
      (giveBack) => giveBack(),
      () => undefined,
    );
  }
}
