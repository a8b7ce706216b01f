import { compact, digest, urlSourceId } from '../values.ts';
import type { ConversionOutput } from '../output.ts';
import type { LocalFile, SourceFolder } from './source-folder.ts';

/** The files to which texts refer. Each becomes one file of the bundle. */
export class MediaFiles {
  readonly #output: ConversionOutput;
  readonly #source: SourceFolder;
  readonly #ids = new Set<string>();
  #pending: { line: object; file: LocalFile | null }[] = [];

  constructor(output: ConversionOutput, source: SourceFolder) {
    this.#output = output;
    this.#source = source;
  }

  /** The source id of an image: a file of the folder, or an http(s) URL. Null for another one. */
  idOf(url: string, fromPath: string, alt = ''): string | null {
    if (!/^https?:\/\//i.test(url)) return this.idOfFile(url, fromPath, alt);
    if (!URL.canParse(url)) return null;
    const { href } = new URL(url);
    return this.#add({ source_id: urlSourceId(href), url: href, ...compact({ alt }) }, null);
  }

  /** The source id of a file of the folder; null if there is none. */
  idOfFile(url: string, fromPath: string, alt = ''): string | null {
    const file = this.#source.findFile(url, fromPath);
    if (file === null) return null;
    const id = `file-${digest(file.bundlePath)}`;
    return this.#add({ source_id: id, file: file.bundlePath, ...compact({ alt }) }, file);
  }

  /** Writes the lines, and copies the files, to which texts have referred since the last call. */
  async write(): Promise<void> {
    const pending = this.#pending;
    this.#pending = [];
    for (const { line, file } of pending) {
      if (file !== null) await this.#output.copyFile(file.path, file.bundlePath);
      await this.#output.write('media', line);
    }
  }

  #add(line: { source_id: string; url?: string; file?: string }, file: LocalFile | null): string {
    const { source_id: id } = line;
    if (!this.#ids.has(id)) {
      this.#ids.add(id);
      this.#pending.push({ line, file });
    }
    return id;
  }
}
