import { type Static, Type } from '@sinclair/typebox';
import { IdInput, SeoInput, SlugInput, textInput } from '../../contract/fields.ts';
import { limits } from '../../contract/limits.ts';
import { Image } from '../../contract/links.ts';
import { ModuleMeta, Nullable, Timestamp, WriteMeta } from '../../contract/listing.ts';
import type { NamedRecord } from '../../named/schema.ts';
import { Position } from '../position.ts';

/** What collections and sections have in common: articles stand on them, in a manual order. */
interface ShelfRecord extends NamedRecord {
  title: string;
  description: string;
  position: number;
  /**
   * How many published articles stand here, kept with every write of an article. Scheduled ones are not in it until
   * their event was sent; see `loadShelves`.
   */
  published_count: number;
}

export interface CollectionRecord extends ShelfRecord {
  image_id: string | null;
  seo: SeoValues;
}

export interface SectionRecord extends ShelfRecord {
  collection: string;
}
