/** The URL parameters of the list. `author` and `category` are ids. */
export interface BlogSearch {
  status?: string | undefined;
  q?: string | undefined;
  /** The state of the review. */
  review?: string | undefined;
  /** The state of the texts in the chosen locale. */
  translation?: string | undefined;
  author?: string | undefined;
  category?: string | undefined;
  tag?: string | undefined;
  sort?: string | undefined;
  /** Opens the dialog for a new article. */
  new?: true | undefined;
}

/** The filters of the board, without a status because the columns are the states. */
export type BoardSearch = Pick<BlogSearch, 'q' | 'author' | 'category' | 'tag'>;
