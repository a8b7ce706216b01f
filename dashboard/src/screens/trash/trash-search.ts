/** The URL parameters of the trash. */
export interface TrashSearch {
  kind?: string | undefined;
  /** `me`, or absent for everyone. */
  by?: string | undefined;
  /** The number of days of the period; absent for all. */
  days?: string | undefined;
}
