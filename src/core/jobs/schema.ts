/** Something that is done at times. The documents decide what is due: running it early, late or twice is harmless. */
export interface Job {
  name: string;
  /** Done again and again, once for all processes together unless told otherwise; null for what is only done when it is asked for. */
  everySeconds: number | null;
  /** Each process does it by itself: what there is to do is shared by claims in its rows, so a killed process delays nothing. */
  inEachProcess?: true;
  /** @param key - what it was asked for; empty for the recurring run. */
  run: (key: string) => Promise<void>;
}
