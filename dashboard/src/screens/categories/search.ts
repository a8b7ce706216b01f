/** What is looked for and what is open beside the list, as it stands in the address. */
export interface CategoriesSearch {
  q?: string | undefined;
  /** A category's id, or `new`. */
  category?: string | undefined;
}
