/** What is looked for and looked at, as it stands in the address. */
export interface MediaSearch {
  q?: string | undefined;
  /** The beginning of a MIME type: `image/`. */
  type?: string | undefined;
  status?: string | undefined;
  tag?: string | undefined;
  /** The order; newest first where there is none. */
  sort?: string | undefined;
  /** `undescribed` or `unused`. */
  show?: string | undefined;
  /** The asset that is open beside the grid. */
  asset?: string | undefined;
}

/** Whether only some of the assets are shown. */
export function isNarrowed({ q, type, status, tag, show }: MediaSearch): boolean {
  return [q, type, status, tag, show].some((value) => value !== undefined);
}
