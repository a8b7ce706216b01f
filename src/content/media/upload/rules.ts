import { combineErrors, apiError, type ApiError } from '../../../contract/errors/api-error.ts';
import { isFileName, isMimeType } from './names.ts';
import type { AskUpload } from '../schema.ts';

/** @throws invalid_file_name, invalid_media_type, upload_too_large: all errors, combined */
export function checkUpload({ file_name, content_type, size_bytes }: AskUpload, bytesMax: number): void {
  const errors: ApiError[] = [];
  if (!isFileName(file_name)) errors.push(invalidFileName());
  if (!isMimeType(content_type)) errors.push(apiError('invalid_media_type', {}, { param: 'content_type' }));
  if (size_bytes > bytesMax)
    errors.push(apiError('upload_too_large', { maxBytes: bytesMax }, { param: 'size_bytes' }));
  const combined = combineErrors(errors);
  if (combined !== null) throw combined;
}

export function invalidFileName(): ApiError {
  return apiError('invalid_file_name', {}, { param: 'file_name' });
}
