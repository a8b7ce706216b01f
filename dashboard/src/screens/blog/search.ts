/** The list as its address says it. `author` and `category` are ids. */
export interface BlogSearch {
  status?: string | undefined;
  q?: string | undefined;
  author?: string | undefined;
  category?: string | undefined;
  tag?: string | undefined;
  sort?: string | undefined;
  /** A new article is asked for. */
  new?: true | undefined;
}

/** What the board is narrowed by: its columns are the states. */
export type BoardSearch = Pick<BlogSearch, 'q' | 'author' | 'category' | 'tag'>;
