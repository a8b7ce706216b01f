/** The URL parameters of the media screen. */
export interface MediaSearch {
  q?: string | undefined;
  /** The beginning of a MIME type: `image/`. */
  type?: string | undefined;
  status?: string | undefined;
  tag?: string | undefined;
  /** The sort order; newest first by default. */
  sort?: string | undefined;
  /** `undescribed` or `unused`. */
  show?: string | undefined;
  /** The id of the asset that is open next to the grid. */
  asset?: string | undefined;
}

export function isFiltered({ q, type, status, tag, show }: MediaSearch): boolean {
  return [q, type, status, tag, show].some((value) => value !== undefined);
}
