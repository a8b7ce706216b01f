import { parsePaste } from './parse-paste.ts';

/** The embedded images of pasted HTML, and the number of images that it only references. */
export interface PastedImages {
  files: File[];
  /** Images in local files or on other sites, which the browser can't read. */
  unreadableCount: number;
}

/** Finds the images of pasted HTML; a document can only contain images of the project. */
export function imagesOfHtml(html: string): PastedImages {
  const body = parsePaste(html);
  const sources = [...body.querySelectorAll('img')].map((image) => image.getAttribute('src') ?? '');
  const files = sources.flatMap((source, index) => decodeFile(source, index) ?? []);
  return { files, unreadableCount: sources.length - files.length };
}

/** Whether pasted HTML contains text. */
export function hasWords(html: string): boolean {
  const body = parsePaste(html);
  body.querySelectorAll('style, script, title').forEach((node) => node.remove());
  return body.textContent.trim() !== '';
}

function decodeFile(source: string, index: number): File | null {
  const [, type, data] = /^data:(image\/[a-z0-9.+-]+);base64,(.+)$/is.exec(source) ?? [];
  if (type === undefined || data === undefined) return null;
  try {
    const bytes = Uint8Array.from(atob(data.replace(/\s/g, '')), (character) => character.charCodeAt(0));
    return new File([bytes], `pasted-${index + 1}.${type.slice(6).replace(/\+.*/, '')}`, { type });
  } catch {
    return null; // truncated data
  }
}
