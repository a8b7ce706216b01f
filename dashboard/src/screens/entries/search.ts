/** The URL parameters of the list. `where[...]` parameters are those of the API. */
export type EntriesSearch = Record<string, string | undefined> & {
  status?: string | undefined;
  q?: string | undefined;
  /** The state of the review. */
  review?: string | undefined;
  /** The state of the texts in the language of the list. */
  translation?: string | undefined;
  sort?: string | undefined;
};

/** Whether a URL parameter belongs to the list. */
export function isListParameter(name: string): boolean {
  return ['status', 'q', 'review', 'translation', 'sort'].includes(name) || name.startsWith('where[');
}
