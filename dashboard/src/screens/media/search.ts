/** What is looked for and looked at, as it stands in the address. */
export interface MediaSearch {
  q?: string | undefined;
  /** The beginning of a MIME type: `image/`. */
  type?: string | undefined;
  status?: string | undefined;
  /** The asset that is open beside the grid. */
  asset?: string | undefined;
}
