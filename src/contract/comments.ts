/** Which threads a list contains, by whether they are resolved. */
export const threadFilters = ['open', 'resolved', 'all'] as const;

/** How an anchor fits the current draft. */
export const anchorStates = ['ok', 'quote_changed', 'block_removed', 'field_removed'] as const;
export type AnchorState = (typeof anchorStates)[number];

/** Bounds of comments. Lengths are in characters. */
export const commentBounds = {
  textChars: 5_000,
  mentions: 20,
  quoteChars: 500,
  /** Of the text before and after a quote. */
  quoteContextChars: 50,
} as const;

/** Threads of an item, and messages of a thread. Errors use these names. */
export const commentLimits = {
  comment_threads_per_item_max: 500,
  messages_per_thread_max: 200,
} as const;

/** The text with each run of white space as one space, so that quotes match across paragraphs and line breaks. */
export function quotedText(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** Whether a text contains a quoted passage. */
export function containsQuote(text: string, exact: string): boolean {
  return quotedText(text).includes(quotedText(exact));
}
