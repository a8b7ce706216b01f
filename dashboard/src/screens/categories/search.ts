/** The URL parameters of the list: the search text, and the item that is open next to it. */
export interface CategoriesSearch {
  q?: string | undefined;
  /** A category's id, or `new`. */
  category?: string | undefined;
}
