/** Pictures, sound, films and fonts: a browser shows them or saves them, whatever their bytes are. */
const shown = /^(image|audio|video|font)\/(?!svg)[a-z0-9.+-]+$/;
/** Texts that are shown as they stand or saved. */
const texts = /^text\/(plain|csv|tab-separated-values|markdown|vtt|calendar|vcard|rtf)$/;
/** Documents and containers that a browser saves, or opens in a viewer that has no part in the address. */
const documents = [
  'pdf',
  'json',
  'ld+json',
  'geo+json',
  'manifest+json',
  'rtf',
  'epub+zip',
  'msword',
  'octet-stream',
  'zip',
  'gzip',
  'x-gzip',
  'x-bzip2',
  'x-xz',
  'zstd',
  'x-tar',
  'x-7z-compressed',
  'x-zip-compressed',
  'vnd.rar',
  'x-rar-compressed',
  'ogg',
  'mp4',
  'font-woff',
  'x-font-ttf',
  'x-font-otf',
  'vnd.ms-fontobject',
];
/** Office documents of all kinds; their types are long and many. */
const office =
  /^application\/vnd\.(openxmlformats-officedocument\.[a-z.]+|oasis\.opendocument\.[a-z-]+|ms-(excel|powerpoint))$/;

/**
 * Whether a file of this MIME type can do nothing in the name of the address that serves it. All others are stored as
 * attachments, so that a browser saves them and never opens them: markup, scripts and containers of them, and every
 * type that is not on the list, which a browser may sniff (specification: uploads).
 *
 * @param contentType - without parameters; letter case does not matter.
 */
export function isInertContent(contentType: string): boolean {
  const type = contentType.trim().toLowerCase();
  if (type.endsWith('+xml')) return false; // SVG and all that is written in XML
  if (shown.test(type) || texts.test(type) || office.test(type)) return true;
  return documents.some((name) => type === `application/${name}`);
}
