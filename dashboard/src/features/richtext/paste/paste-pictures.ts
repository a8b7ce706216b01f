import { parsedPaste } from './parse-paste.ts';

/** The pictures of pasted HTML: those that it carries itself, and how many it only points at. */
export interface PastedPictures {
  files: File[];
  /** Pictures on the other computer or on another site; a browser may not read them. */
  lost: number;
}

/** Finds the pictures of pasted HTML; the document itself cannot hold an address. */
export function picturesOfHtml(html: string): PastedPictures {
  const body = parsedPaste(html);
  const sources = [...body.querySelectorAll('img')].map((image) => image.getAttribute('src') ?? '');
  const files = sources.flatMap((source, index) => fileOf(source, index) ?? []);
  return { files, lost: sources.length - files.length };
}

/** Whether pasted HTML says anything beside pictures. */
export function hasWords(html: string): boolean {
  const body = parsedPaste(html);
  body.querySelectorAll('style, script, title').forEach((node) => node.remove());
  return body.textContent.trim() !== '';
}

function fileOf(source: string, index: number): File | null {
  const [, type, data] = /^data:(image\/[a-z0-9.+-]+);base64,(.+)$/is.exec(source) ?? [];
  if (type === undefined || data === undefined) return null;
  try {
    const bytes = Uint8Array.from(atob(data.replace(/\s/g, '')), (sign) => sign.charCodeAt(0));
    return new File([bytes], `pasted-${index + 1}.${type.slice(6).replace(/\+.*/, '')}`, { type });
  } catch {
    return null; // cut off on its way
  }
}
