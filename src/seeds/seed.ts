import type { NameUse } from './files/names.ts';
import type { KeyPath } from './seed-errors.ts';
import type { SeedText } from './files/text.ts';

/** A seed: the body of an API request, with names instead of ids. */
export interface Seed {
  /** The name in other seeds: `kb_article/drying-a-wet-kite`. */
  name: string;
  /** `image`, a kind of the modules, `type`, `translation`, or the slug of a content type. */
  kind: string;
  text: SeedText;
  /** The path of the body in its file; images share a file. */
  at: KeyPath;
  body: Record<string, unknown>;
  uses: NameUse[];
  /** What a translation translates, and its locale. */
  translates?: Translated;
}

export interface Translated {
  /** A kind of the modules, or the slug of a content type. */
  kind: string;
  /** The name of the translated seed. */
  name: string;
  locale: string;
}
