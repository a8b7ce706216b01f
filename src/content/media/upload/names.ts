import { limits } from '../../../contract/limits.ts';

/** Control characters, line breaks of any script, slashes, and what turns the direction of reading. */
const notInNames =
  '\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029/\\\\\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069';
/** One character at least that is no blank. */
export const fileNamePattern = `^[^${notInNames}]*[^\\s\\ufeff${notInNames}][^${notInNames}]*$`;

/** `type/subtype` of RFC 6838, without parameters. */
const part = '[A-Za-z0-9][A-Za-z0-9!#$&^_.+-]{0,126}';
export const mimeTypePattern = `^${part}/${part}$`;

const fileName = new RegExp(fileNamePattern, 'u');
const mimeType = new RegExp(mimeTypePattern);

/** Whether a file may be called so (specification: media-assets); 255 counts characters, not bytes. */
export function isFileName(name: string): boolean {
  return [...name].length <= limits.file_name_chars_max && fileName.test(name);
}

export function isMimeType(text: string): boolean {
  return mimeType.test(text);
}
