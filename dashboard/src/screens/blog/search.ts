/** The list as its address says it. `author` and `category` are ids. */
export interface BlogSearch {
  status?: string | undefined;
  q?: string | undefined;
  author?: string | undefined;
  category?: string | undefined;
  tag?: string | undefined;
  sort?: string | undefined;
}
