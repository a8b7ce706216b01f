/** How often lists that show drafts ask again, in milliseconds: the change log lists only what readers see. */
export const outlineRefetchMs = 20_000;
