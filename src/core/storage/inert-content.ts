/** Images, audio, video and fonts, which a browser displays or saves whatever their bytes are. */
const mediaTypes = /^(image|audio|video|font)\/(?!svg)[a-z0-9.+-]+$/;
/** Text that a browser displays verbatim or saves. */
const textTypes = /^text\/(plain|csv|tab-separated-values|markdown|vtt|calendar|vcard|rtf)$/;
/** Documents and archives that a browser saves, or opens in a viewer outside of the page's origin. */
const documentTypes = [
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
/** Office documents, whose types are long and many. */
const officeTypes =
  /^application\/vnd\.(openxmlformats-officedocument\.[a-z.]+|oasis\.opendocument\.[a-z-]+|ms-(excel|powerpoint))$/;

/**
 * Whether a file of this MIME type can't run code on the origin that serves it. All other types are stored as
 * attachments, so that a browser saves them and never opens them: markup, scripts, archives of them, and unlisted
 * types, which a browser may sniff (specification: uploads).
 * @param contentType - without parameters; case doesn't matter.
 */
export function isInertContent(contentType: string): boolean {
  const type = contentType.trim().toLowerCase();
  if (type.endsWith('+xml')) return false; // SVG and everything else in XML
  if (mediaTypes.test(type) || textTypes.test(type) || officeTypes.test(type)) return true;
  return documentTypes.some((name) => type === `application/${name}`);
}
