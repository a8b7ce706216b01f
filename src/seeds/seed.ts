import type { NameUse } from './files/names.ts';
import type { KeyPath } from './seed-errors.ts';
import type { SeedText } from './files/text.ts';

/** One seed: the body of a request of the API, with names in place of ids. */
export interface Seed {
  /** By which other seeds name it: `kb_article/drying-a-wet-kite`. */
  name: string;
  /** `image`, a kind of the modules, `type`, or the slug of a content type. */
  kind: string;
  text: SeedText;
  /** Where in its file the body stands; pictures share a file. */
  at: KeyPath;
  body: Record<string, unknown>;
  uses: NameUse[];
}
