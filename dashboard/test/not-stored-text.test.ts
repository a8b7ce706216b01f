import { describe, expect, it } from 'vitest';
import { withDashboardText } from '../src/api/errors/error-texts.ts';
import { ApiError } from '../src/api/errors/api-error.ts';
import { notStoredText } from '../src/features/editing/leave/not-stored-text.ts';

const error = (status: number, code: string, hints: object = {}) =>
  new ApiError(status, withDashboardText({ code, message: 'A message of the API.', ...hints }));
const here = { unsavedCount: 1, isStoredLocally: true, isOnline: true };

describe('changes that are not saved', () => {
  it.each([
    [
      null,
      { isOnline: false },
      'You’re offline. 1 change is stored on this device and will be saved when you’re back.',
    ],
    [
      null,
      { unsavedCount: 3 },
      'Can’t reach Galley. 3 changes are stored on this device and will be saved when it’s back.',
    ],
    [
      null,
      { isOnline: false, isStoredLocally: false },
      'You’re offline. Browser storage is full. Keep this page open until your changes are saved.',
    ],
    [
      error(401, 'not_signed_in'),
      {},
      'You’ve been signed out. 1 change is stored on this device and will be saved when you sign in.',
    ],
    [error(404, 'unknown_release'), {}, 'This release was deleted. Copy your unsaved changes.'],
    [
      error(404, 'unknown_content_type'),
      { typeName: 'TmpB' },
      'The type TmpB was deleted. Copy your unsaved changes.',
    ],
    [
      error(403, 'role_required', { role: 'author' }),
      {},
      'You can only view this now. Ask an owner for edit access. 1 change is stored on this device.',
    ],
    [
      error(403, 'role_required', { required: 'type:story' }),
      { typeName: 'Stories' },
      'You no longer have access to Stories. 1 change is stored on this device.',
    ],
    [
      error(500, 'internal_error'),
      {},
      'Something went wrong on our side. Retrying… 1 change is stored on this device.',
    ],
    [
      error(429, 'rate_limited'),
      {},
      'Too many changes at once. Retrying… 1 change is stored on this device.',
    ],
  ])('say why, and promise a retry only where one can help: %#', (response, state, text) => {
    expect(notStoredText(response, { ...here, ...state })).toBe(text);
  });
});
