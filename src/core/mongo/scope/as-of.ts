/** A later time in whose state rows are read, and the project's settings that decide the state. */
export interface AsOf {
  readonly at: Date;
  readonly reviewIntervalDays: number;
}
