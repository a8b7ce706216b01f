import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { areErrors, fileFault, namesIn } from './folders.ts';
import { readForm } from './forms.ts';
import { type ImageFile, ImagesFile } from './schema.ts';
import type { SeedError } from './seed-errors.ts';
import { readSeedText } from './text.ts';

const folder = 'images';
const list = 'images.json';

/** A picture of the seeds. */
export interface ImageSeed {
  /** `image/tern.png` */
  name: string;
  /** Where its bytes are on this machine. */
  path: string;
  sizeBytes: number;
  data: ImageFile;
}

/** Reads what `images/images.json` says of the pictures beside it; none where there is no list. */
export async function readImages(root: string, faults: SeedError[]): Promise<ImageSeed[]> {
  if (!(await namesIn(root, folder, 'files')).includes(list)) return [];
  const text = await readSeedText(root, `${folder}/${list}`);
  const read = areErrors(text) ? text : readForm(ImagesFile, text);
  const images: ImageSeed[] = [];
  for (const item of read) {
    if ('message' in item) {
      faults.push(item);
      continue;
    }
    const path = join(root, folder, item.file);
    const found = await stat(path).catch(() => null);
    if (found?.isFile() === true)
      images.push({ name: imageName(item.file), path, sizeBytes: found.size, data: item });
    else faults.push(fileFault(`${folder}/${list}`, `the file ${folder}/${item.file} is missing; add it`));
  }
  return images;
}

/** By which the project remembers a picture. */
export function imageName(file: string): string {
  return `image/${file}`;
}
