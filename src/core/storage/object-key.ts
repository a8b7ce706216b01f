const maxNameLength = 100;
const maxExtensionLength = 12;

/**
 * The S3 object key of a media file: `<project>/<media id>/<safe name>` (specification: uploads). The media id makes it
 * unique and hard to guess. The name is for people who save the file.
 */
export function objectKey(projectId: string, mediaId: string, fileName: string): string {
  return `${projectId}/${mediaId}/${safeName(fileName)}`;
}

/** The file name in letters, digits, `.`, `_` and `-`, which object stores, URLs and shells treat the same way. */
function safeName(fileName: string): string {
  const plain = fileName
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/[^A-Za-z0-9._-]+/g, '-')
    .replace(/\.{2,}/g, '.')
    .replace(/-*\.-*/g, '.')
    .replace(/^[.-]+|[.-]+$/g, '');
  const dot = plain.lastIndexOf('.');
  const extension = dot > 0 && plain.length - dot <= maxExtensionLength ? plain.slice(dot) : '';
  const stem = plain.slice(0, plain.length - extension.length).slice(0, maxNameLength - extension.length);
  return stem === '' ? 'file' : `${stem}${extension}`;
}
