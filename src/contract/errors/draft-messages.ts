/** Detail of errors about items that readers don't see. */
export interface DraftReader {
  /** Where this caller reads the draft; absent if the caller can't. */
  draftPath?: string | undefined;
}

export function notPublishedMessage(item: string, draftPath: string | undefined): string {
  return draftPath === undefined
    ? `${item} isn't published. Publish it first.`
    : `${item} is a draft. Read it at ${draftPath}, or publish it.`;
}

export function scheduledMessage(item: string, at: string, draftPath: string | undefined): string {
  return `${item} is scheduled for ${at}.${draftPath === undefined ? '' : ` Read it at ${draftPath}.`}`;
}
