const nameLengthMax = 100;
const extensionLengthMax = 12;

/**
 * The key of an asset's object: `<project>/<media id>/<safe name>` (specification: uploads). The media id makes it
 * unique and hard to guess. The name is for people who save the file.
 */
export function objectKey(projectId: string, mediaId: string, fileName: string): string {
  return `${projectId}/${mediaId}/${safeName(fileName)}`;
}

/** The file name in letters, digits, `.`, `_` and `-`, which stores, URLs and shells all read alike. */
function safeName(fileName: string): string {
  const plain = fileName
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/[^A-Za-z0-9._-]+/g, '-')
    .replace(/\.{2,}/g, '.')
    .replace(/-*\.-*/g, '.')
    .replace(/^[.-]+|[.-]+$/g, '');
  const dot = plain.lastIndexOf('.');
  const extension = dot > 0 && plain.length - dot <= extensionLengthMax ? plain.slice(dot) : '';
  const stem = plain.slice(0, plain.length - extension.length).slice(0, nameLengthMax - extension.length);
  return stem === '' ? 'file' : `${stem}${extension}`;
}
