import { limits } from '../contract/limits.ts';
import { joinProblems, problem, type Problem } from '../contract/problem.ts';
import type { AskUpload } from './schema.ts';

/** Control characters, line breaks of any script, slashes, and what turns the direction of reading. */
const notInNames = /[\p{Cc}\p{Zl}\p{Zp}/\\\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;
/** `type/subtype` of RFC 6838, without parameters. */
const mimeType = /^[a-z0-9][a-z0-9!#$&^_.+-]{0,126}\/[a-z0-9][a-z0-9!#$&^_.+-]{0,126}$/i;

/** Whether a file may be called so (contract, section 9); 255 counts characters, not bytes. */
export function isFileName(name: string): boolean {
  return name.trim() !== '' && [...name].length <= limits.file_name_chars_max && !notInNames.test(name);
}

export function isMimeType(text: string): boolean {
  return mimeType.test(text);
}

/** @throws invalid_file_name, invalid_media_type, upload_too_large; all at once when there are several */
export function checkUpload({ file_name, content_type, size_bytes }: AskUpload, bytesMax: number): void {
  const faults: Problem[] = [];
  if (!isFileName(file_name)) faults.push(badFileName());
  if (!isMimeType(content_type)) faults.push(problem('invalid_media_type', {}, { param: 'content_type' }));
  if (size_bytes > bytesMax)
    faults.push(problem('upload_too_large', { maxBytes: bytesMax }, { param: 'size_bytes' }));
  const refused = joinProblems(faults);
  if (refused !== null) throw refused;
}

export function badFileName(): Problem {
  return problem('invalid_file_name', {}, { param: 'file_name' });
}
