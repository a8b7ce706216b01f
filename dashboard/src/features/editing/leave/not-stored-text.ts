import type { ApiError } from '../../../api/errors/api-error.ts';

interface Waiting {
  /** How many fields wait to be saved. */
  waiting: number;
  /** Whether this browser stores them. */
  isKept: boolean;
  isOnline: boolean;
  /** The name of an entry's type. */
  typeName?: string | undefined;
}

export const storageFull = 'Browser storage is full. Keep this page open until your changes are saved.';

/** `1 change is stored on this device` */
export function storedHere(waiting: number): string {
  return `${waiting} ${waiting === 1 ? 'change is' : 'changes are'} stored on this device`;
}

/** Responses after which only a person can bring the changes to safety, because what they belong to is gone. */
const goneCodes = ['unknown_release', 'unknown_content_type', 'unknown_project'];

/** Why changes are not saved, where they are meanwhile, and what becomes of them. */
export function notStoredText(
  error: ApiError | null,
  { waiting, isKept, isOnline, typeName }: Waiting,
): string {
  const until = (when: string) =>
    isKept ? `${storedHere(waiting)} and will be saved when ${when}.` : storageFull;
  if (error === null)
    return isOnline ? `Can’t reach Galley. ${until('it’s back')}` : `You’re offline. ${until('you’re back')}`;
  const reason = reasonOf(error, typeName);
  const { code, status } = error;
  if (code === 'not_signed_in') return `You’ve been signed out. ${until('you sign in')}`;
  if (goneCodes.includes(code)) return `${reason} Copy your unsaved changes.`;
  const here = isKept ? `${storedHere(waiting)}.` : storageFull;
  return [401, 403, 404].includes(status) ? `${reason} ${here}` : `${reason} Retrying… ${here}`;
}

/** Without the invitation to try again: the dashboard does that by itself. */
function reasonOf({ code, status, first, message }: ApiError, typeName: string | undefined): string {
  if (typeName !== undefined && code === 'unknown_content_type') return `The type ${typeName} was deleted.`;
  if (typeName !== undefined && first.required?.startsWith('type:') === true)
    return `You no longer have access to ${typeName}.`;
  if (status === 429) return 'Too many changes at once.';
  if (code === 'temporarily_unavailable') return 'Galley is busy right now.';
  return status >= 500 ? 'Something went wrong on our side.' : message;
}
