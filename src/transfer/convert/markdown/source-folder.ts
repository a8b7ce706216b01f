import { readdir } from 'node:fs/promises';
import { basename, join, posix, resolve } from 'node:path';
import { transferError } from '../../transfer-error.ts';
import { checkFolder, isFileInside } from '../local-files.ts';

const markdownName = /\.(md|markdown|mdx)$/i;
const maxDepth = 50;

/** A file on this machine to which a text refers. */
export interface LocalFile {
  /** The path that the file gets in the bundle. */
  bundlePath: string;
  path: string;
}

/** The Markdown files of a folder, and the files to which they refer. Links are never followed, so nothing outside is read. */
export class SourceFolder {
  readonly root: string;
  readonly name: string;
  /** Relative paths with `/`, in order. */
  readonly paths: readonly string[];
  readonly #pathSet: ReadonlySet<string>;
  readonly #staticRoot: string | null;

  private constructor(root: string, staticRoot: string | null, paths: readonly string[]) {
    this.root = root;
    this.name = basename(resolve(root));
    this.paths = paths;
    this.#pathSet = new Set(paths);
    this.#staticRoot = staticRoot;
  }

  /** @throws invalid_parameter if a folder can't be read, or the source folder has no Markdown */
  static async open(folder: string, staticFolder: string | null, out: string): Promise<SourceFolder> {
    const paths: string[] = [];
    if (staticFolder !== null) await checkFolder(staticFolder, '--static');
    await checkFolder(folder, 'SOURCE');
    const excluded = resolve(out);
    const walk = async (relative: string, depth: number): Promise<void> => {
      const entries = await readdir(join(folder, relative), { withFileTypes: true });
      for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
        const path = posix.join(relative, entry.name);
        if (entry.isFile() && markdownName.test(entry.name)) paths.push(path);
        const isSearched =
          entry.isDirectory() && !entry.name.startsWith('.') && entry.name !== 'node_modules';
        if (isSearched && depth < maxDepth && resolve(folder, path) !== excluded) await walk(path, depth + 1);
      }
    };
    await walk('', 0);
    if (paths.length === 0)
      throw transferError(`${folder} contains no files with the endings .md, .markdown and .mdx.`, 'SOURCE');
    return new SourceFolder(folder, staticFolder, paths);
  }

  /** The path of the Markdown file to which a link leads; null for another link. */
  findPage(url: string, fromPath: string): string | null {
    const path = pathOfUrl(url);
    if (path === null) return null;
    const base = resolveIn(path, fromPath);
    if (base === null) return null;
    const stem = base.replace(/\/+$/, '').replace(/\.html?$/i, '');
    const candidates = [base, ...['.md', '.markdown', '.mdx'].map((ending) => `${stem}${ending}`)];
    for (const name of ['index', '_index', 'README'])
      candidates.push(...['.md', '.markdown', '.mdx'].map((ending) => posix.join(stem, `${name}${ending}`)));
    return candidates.find((candidate) => this.#pathSet.has(candidate)) ?? null;
  }

  /** The file to which an image or link refers: relative to the text, or in the static folder for URLs that begin with `/`. */
  findFile(url: string, fromPath: string): LocalFile | null {
    const path = pathOfUrl(url);
    if (path === null || markdownName.test(path)) return null;
    if (path.startsWith('/') && this.#staticRoot !== null) {
      const relative = resolveIn(path, '');
      if (relative !== null && isFileInside(this.#staticRoot, relative))
        return { path: join(this.#staticRoot, relative), bundlePath: `files/static/${relative}` };
    }
    if (path.startsWith('/')) return null;
    const relative = resolveIn(path, fromPath);
    return relative !== null && isFileInside(this.root, relative)
      ? { path: join(this.root, relative), bundlePath: `files/source/${relative}` }
      : null;
  }
}

/** The path of a URL without a host; null for other URLs. */
function pathOfUrl(url: string): string | null {
  if (/^([a-z][a-z0-9+.-]*:|\/\/|#|$)/i.test(url)) return null;
  try {
    return decodeURIComponent(url.replace(/[?#].*$/s, ''));
  } catch {
    return null;
  }
}

/** A path relative to the source folder; null if it leads out of it. */
function resolveIn(path: string, fromPath: string): string | null {
  const joined = path.startsWith('/') ? path.slice(1) : posix.join(posix.dirname(fromPath), path);
  const normal = posix.normalize(joined);
  const leadsOut =
    normal === '..' || normal.startsWith('../') || normal.startsWith('/') || normal.includes('\0');
  return leadsOut || normal.includes('\\') ? null : normal;
}
