import type { NameUse } from './files/names.ts';
import type { KeyPath } from './seed-errors.ts';
import type { SeedText } from './files/text.ts';

/** A seed: the body of an API request, with names instead of ids. */
export interface Seed {
  /** The name in other seeds: `kb_article/drying-a-wet-kite`. */
  name: string;
  /** `image`, `type`, `translation`, `custom/blocks`, a kind of the modules, or the slug of a content type for an entry. */
  kind: string;
  text: SeedText;
  /** The path of the body in its file. Only images have one, because they share a file. */
  bodyPath: KeyPath;
  body: Record<string, unknown>;
  /** The references to other seeds. */
  uses: NameUse[];
  /** Only in translations. */
  translates?: TranslationTarget;
}

/** The seed that a translation belongs to, and the locale of the translation. */
export interface TranslationTarget {
  /** A kind of the modules, or the slug of a content type. */
  kind: string;
  /** The name of the translated seed. */
  name: string;
  locale: string;
}
