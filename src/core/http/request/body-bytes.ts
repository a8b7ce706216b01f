import { apiError } from '../../../contract/errors/api-error.ts';
import type { BodyReservation } from './body-memory.ts';
import { BodyScan } from './body-scan.ts';

/** The bytes of one body as they gather, scanned and counted, against its own bound and against the room of all. */
export class BodyBytes {
  readonly #scan: BodyScan | null;
  readonly #bytesMax: number;
  /** Packing may add a little. */
  readonly #storedMax: number;
  readonly #hold: BodyReservation;
  #store: Buffer = Buffer.alloc(0);
  #length = 0;

  constructor(bytesMax: number, hold: BodyReservation, { isPacked }: { isPacked: boolean }) {
    this.#bytesMax = bytesMax;
    this.#storedMax = isPacked ? bytesMax + Math.ceil(bytesMax / 1_000) + 1_000 : bytesMax;
    this.#hold = hold;
    this.#scan = isPacked ? null : new BodyScan(bytesMax);
  }

  get bytes(): Buffer {
    return this.#store.subarray(0, this.#length);
  }

  /** Whether the scan saw nothing that only a look at each value can judge. */
  get isPlain(): boolean {
    return this.#scan?.isPlain === true;
  }

  /**
   * Takes the next bytes, at once or when there is room.
   * @throws payload_too_large, invalid_json for what the scan refuses, temporarily_unavailable
   */
  add(piece: Buffer): Promise<void> | undefined {
    if (this.#length + piece.length > this.#storedMax)
      throw apiError('payload_too_large', { maxBytes: this.#bytesMax });
    const why = this.#scan?.read(piece);
    if (typeof why === 'string') throw apiError('invalid_json', { why });
    const bytes = this.#capacityFor(this.#length + piece.length);
    if (bytes === this.#store.length) return void this.#keep(piece, bytes);
    const waiting = this.#hold.take(bytes - this.#store.length);
    return waiting === undefined ? this.#keep(piece, bytes) : waiting.then(() => this.#keep(piece, bytes));
  }

  /** Most bodies come in one piece, which is kept as it is; others are copied, since small pieces are dear to keep. */
  #capacityFor(length: number): number {
    const { length: capacity } = this.#store;
    if (length <= capacity) return capacity;
    return capacity === 0 ? length : Math.min(this.#storedMax, Math.max(length, 2 * capacity));
  }

  #keep(piece: Buffer, capacity: number): undefined {
    const length = this.#length + piece.length;
    if (this.#length === 0) this.#store = piece;
    else {
      if (capacity > this.#store.length) {
        const store = Buffer.allocUnsafeSlow(capacity);
        this.bytes.copy(store);
        this.#store = store;
      }
      piece.copy(this.#store, this.#length);
    }
    this.#length = length;
  }
}
