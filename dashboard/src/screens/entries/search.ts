/** The list as its address says it; `where[...]` parameters are those of the API. */
export type EntriesSearch = Record<string, string | undefined> & {
  status?: string | undefined;
  q?: string | undefined;
  sort?: string | undefined;
};

/** Whether a parameter of the address is one of the list's. */
export function isListParameter(name: string): boolean {
  return ['status', 'q', 'sort'].includes(name) || name.startsWith('where[');
}
