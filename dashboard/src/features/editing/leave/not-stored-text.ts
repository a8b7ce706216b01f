import type { ApiError } from '../../../api/errors/api-error.ts';

interface UnsavedState {
  /** The number of unsaved fields. */
  unsavedCount: number;
  /** Whether this device stores them; null before it confirms that. */
  isStoredLocally: boolean | null;
  isOnline: boolean;
  /** The name of an entry's type. */
  typeName?: string | undefined;
}

export const storageFull = 'Browser storage is full. Keep this page open until your changes are saved.';

/** `1 change is stored on this device` */
export function storedHere(unsavedCount: number): string {
  return `${unsavedCount} ${unsavedCount === 1 ? 'change is' : 'changes are'} stored on this device`;
}

/** Where unsaved changes are. */
export function storageText(unsavedCount: number, isStoredLocally: boolean | null): string {
  if (isStoredLocally === null) return 'Storing your changes on this device…';
  return isStoredLocally ? `${storedHere(unsavedCount)}.` : storageFull;
}

/** Errors after which changes can never be saved, because their parent was deleted. */
const deletedCodes = ['unknown_release', 'unknown_content_type', 'unknown_project'];

/** Why changes are not saved, where they are stored, and what happens next. */
export function notStoredText(
  error: ApiError | null,
  { unsavedCount, isStoredLocally, isOnline, typeName }: UnsavedState,
): string {
  const retryText = (when: string) =>
    isStoredLocally === true
      ? `${storedHere(unsavedCount)} and will be saved when ${when}.`
      : storageText(unsavedCount, isStoredLocally);
  if (error === null)
    return isOnline
      ? `Can’t reach Galley. ${retryText('it’s back')}`
      : `You’re offline. ${retryText('you’re back')}`;
  const reason = reasonOf(error, typeName);
  const { code, status } = error;
  if (code === 'not_signed_in') return `You’ve been signed out. ${retryText('you sign in')}`;
  if (deletedCodes.includes(code)) return `${reason} Copy your unsaved changes.`;
  const storage = storageText(unsavedCount, isStoredLocally);
  return [401, 403, 404].includes(status) ? `${reason} ${storage}` : `${reason} Retrying… ${storage}`;
}

/** Messages without "try again", because the dashboard retries by itself. */
function reasonOf({ code, status, first, message }: ApiError, typeName: string | undefined): string {
  if (typeName !== undefined && code === 'unknown_content_type') return `The type ${typeName} was deleted.`;
  if (typeName !== undefined && first.required?.startsWith('type:') === true)
    return `You no longer have access to ${typeName}.`;
  if (status === 429) return 'Too many changes at once.';
  if (code === 'temporarily_unavailable') return 'Galley is busy right now.';
  return status >= 500 ? 'Something went wrong on our side.' : message;
}
