import { limits } from '../../../contract/limits.ts';

/** Control characters, Unicode line breaks, slashes, and characters that change the text direction. */
const forbiddenCharacters =
  '\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029/\\\\\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069';
/** Requires at least one character that is not white space. */
export const fileNamePattern = `^[^${forbiddenCharacters}]*[^\\s\\ufeff${forbiddenCharacters}][^${forbiddenCharacters}]*$`;

/** `type/subtype` of RFC 6838, without parameters. */
const part = '[A-Za-z0-9][A-Za-z0-9!#$&^_.+-]{0,126}';
export const mimeTypePattern = `^${part}/${part}$`;

const fileName = new RegExp(fileNamePattern, 'u');
const mimeType = new RegExp(mimeTypePattern);

/** Whether a file name is valid (specification: media-assets). The limit of 255 counts characters, not bytes. */
export function isFileName(name: string): boolean {
  return [...name].length <= limits.file_name_chars_max && fileName.test(name);
}

export function isMimeType(text: string): boolean {
  return mimeType.test(text);
}
