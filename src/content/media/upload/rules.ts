import { combineErrors, apiError, type ApiError } from '../../../contract/errors/api-error.ts';
import { isFileName, isMimeType } from './names.ts';
import type { AskUpload } from '../schema.ts';

/** @throws invalid_file_name, invalid_media_type, upload_too_large; all at once when there are several */
export function checkUpload({ file_name, content_type, size_bytes }: AskUpload, bytesMax: number): void {
  const faults: ApiError[] = [];
  if (!isFileName(file_name)) faults.push(badFileName());
  if (!isMimeType(content_type)) faults.push(apiError('invalid_media_type', {}, { param: 'content_type' }));
  if (size_bytes > bytesMax)
    faults.push(apiError('upload_too_large', { maxBytes: bytesMax }, { param: 'size_bytes' }));
  const refused = combineErrors(faults);
  if (refused !== null) throw refused;
}

export function badFileName(): ApiError {
  return apiError('invalid_file_name', {}, { param: 'file_name' });
}
