import { limits } from '../../../contract/limits.ts';
import type { ConversionOutput } from '../output.ts';
import { digest, SlugSet, titleFrom } from '../values.ts';
import { titleFromName } from './page.ts';

/** Writes a collection or section of the knowledge base for each folder. */
export class KbFolders {
  readonly #output: ConversionOutput;
  readonly #rootName: string;
  readonly #written = new Set<string>();
  readonly #slugs = new SlugSet();

  constructor(output: ConversionOutput, rootName: string) {
    this.#output = output;
    this.#rootName = rootName;
  }

  /**
   * The collection of a file is its first folder, the section its other folders. Files without a folder are in a collection
   * with the name of the source folder.
   */
  async locationOf(path: string): Promise<{ collection: string } | { section: string }> {
    const [first, ...others] = path
      .split('/')
      .slice(0, -1)
      .filter((name) => name !== '_drafts');
    const collection = await this.#write('kb-collections', first ?? '', { name: first ?? this.#rootName });
    if (first === undefined || others.length === 0) return { collection };
    const name = others.join(' / ');
    return {
      section: await this.#write('kb-sections', `${first}/${others.join('/')}`, { name, collection }),
    };
  }

  async #write(
    file: 'kb-collections' | 'kb-sections',
    path: string,
    { name, ...keys }: { name: string; collection?: string },
  ): Promise<string> {
    const id = digest(`${file} ${path}`);
    if (this.#written.has(id)) return id;
    this.#written.add(id);
    const { title } = titleFrom(name.split(' / ').map(titleFromName).join(' / '), []);
    const slug = this.#slugs.take(
      title
        .toLowerCase()
        .replace(/[^a-z0-9]+/g, '-')
        .slice(0, limits.slug_chars_max),
      [],
    );
    await this.#output.write(file, {
      source_id: id,
      title,
      ...(slug === undefined ? {} : { slug }),
      ...keys,
    });
    return id;
  }
}
