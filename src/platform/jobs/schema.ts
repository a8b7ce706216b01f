/** Something that is done at times. The documents say what is due: running it early, late or twice is harmless. */
export interface Job {
  name: string;
  /** Done again and again, once for all processes together; null for what is only done when it is asked for. */
  everySeconds: number | null;
  /** @param key - what it was asked for; empty for the recurring run. */
  run: (key: string) => Promise<void>;
}
