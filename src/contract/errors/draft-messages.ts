/** Detail of errors about items that readers don't see. */
export interface DraftReader {
  /** Where this caller reads the draft; absent if the caller can't. */
  draftPath?: string | undefined;
  /** The code of the requested locale; absent if the request names none. */
  locale?: string | undefined;
  /** The codes of the locales in which readers see the item. */
  locales?: readonly string[] | undefined;
}

export function notPublishedMessage(item: string, { draftPath, locale, locales = [] }: DraftReader): string {
  if (locale !== undefined && locales.length > 0)
    return `${item} isn't published in locale "${locale}". Publish it there, or read it in one of: ${locales.join(', ')}.`;
  return draftPath === undefined
    ? `${item} isn't published. Publish it first.`
    : `${item} is a draft. Read it at ${draftPath}, or publish it.`;
}

export function scheduledMessage(item: string, at: string, { draftPath }: DraftReader): string {
  return `${item} is scheduled for ${at}.${draftPath === undefined ? '' : ` Read it at ${draftPath}.`}`;
}

/** The message of the 404 of an item without content in a locale. */
export function noContentMessage(item: string, locale: string): string {
  return `${item} has no content in locale "${locale}".`;
}
