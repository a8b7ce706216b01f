import { type Static, Type } from '@sinclair/typebox';
import type { SeoValues } from '../../articles/store/schema.ts';
import { Seo } from '../../articles/store/schema.ts';
import {
  requiresChange,
  IdInput,
  LocalesInput,
  TranslatedFromInput,
  RequiredIdInput,
  requiredText,
  SeoInput,
  SlugInput,
  textInput,
} from '../../../contract/fields/fields.ts';
import { limits } from '../../../contract/limits.ts';
import { Image } from '../../../contract/fields/links.ts';
import { ModuleMeta, Nullable, termLocaleKeys, Timestamp, WriteMeta } from '../../../contract/listing.ts';
import type { TermRecord } from '../../taxonomy/schema.ts';
import { PositionInput } from '../position.ts';

/**
 * A container of articles in manual order. Articles without a section belong to their collection's own
 * container.
 */
export interface ContainerRecord extends TermRecord {
  title: string;
  description: string;
  position: number;
  /**
   * The number of published articles, updated by every write of an article. Scheduled articles count once
   * their event was emitted; `loadKbStructure` adds them before.
   */
  published_count: number;
}

export interface CollectionRecord extends ContainerRecord {
  image_id: string | null;
  seo: SeoValues;
}

export interface SectionRecord extends ContainerRecord {
  /** The id of its collection. */
  collection: string;
}

/** The collection or section of an article. */
export const ContainerRef = Type.Object(
  { id: Type.String(), slug: Type.String(), title: Type.String() },
  { additionalProperties: false },
);
export type ContainerRef = Static<typeof ContainerRef>;

const containerKeys = {
  id: Type.String(),
  slug: Type.String(),
  title: Type.String(),
  description: Type.String(),
  position: Type.Integer(),
  article_count: Type.Integer(),
  revision: Type.Integer(),
  created_at: Timestamp,
  updated_at: Timestamp,
  ...termLocaleKeys,
  meta: Type.Optional(WriteMeta),
};

/** A knowledge base collection; `article_count` includes the articles of its sections. */
export const KbCollection = Type.Object(
  { ...containerKeys, image: Nullable(Image), seo: Seo },
  { $id: 'KbCollection', additionalProperties: false },
);
export type KbCollection = Static<typeof KbCollection>;

export const KbSection = Type.Object(
  { ...containerKeys, collection: ContainerRef },
  { $id: 'KbSection', additionalProperties: false },
);
export type KbSection = Static<typeof KbSection>;

export const KbCollectionList = Type.Object(
  { data: Type.Array(KbCollection), meta: ModuleMeta },
  { $id: 'KbCollectionList', additionalProperties: false },
);
export type KbCollectionList = Static<typeof KbCollectionList>;

export const KbSectionList = Type.Object(
  { data: Type.Array(KbSection), meta: ModuleMeta },
  { $id: 'KbSectionList', additionalProperties: false },
);
export type KbSectionList = Static<typeof KbSectionList>;

const containerInput = {
  title: Type.Optional(requiredText(limits.name_chars_max)),
  slug: Type.Optional(SlugInput),
  description: Type.Optional(textInput(limits.description_chars_max)),
  position: Type.Optional(PositionInput),
  locales: Type.Optional(LocalesInput),
  translated_from: Type.Optional(TranslatedFromInput),
};

/** The body of a collection's change; null clears a field. */
export const WriteKbCollection = Type.Object(
  { ...containerInput, image_id: Type.Optional(IdInput), seo: Type.Optional(SeoInput) },
  { $id: 'WriteKbCollection', additionalProperties: false, ...requiresChange },
);
export type WriteKbCollection = Static<typeof WriteKbCollection>;

/** The module reports a missing title together with all other errors; `x-needs` is for documents. */
export const CreateKbCollection = Type.Composite([WriteKbCollection], {
  $id: 'CreateKbCollection',
  additionalProperties: false,
  'x-needs': ['title'],
});

/** The body of a section's change; null clears a field. */
export const WriteKbSection = Type.Object(
  { ...containerInput, collection: Type.Optional(RequiredIdInput) },
  { $id: 'WriteKbSection', additionalProperties: false, ...requiresChange },
);
export type WriteKbSection = Static<typeof WriteKbSection>;

export const CreateKbSection = Type.Composite([WriteKbSection], {
  $id: 'CreateKbSection',
  additionalProperties: false,
  'x-needs': ['title', 'collection'],
});

/** The whole structure with its counts (specification: kb-tree). */
export const KbTree = Type.Object(
  {
    data: Type.Array(
      Type.Object(
        {
          ...ContainerRef.properties,
          description: Type.String(),
          image: Nullable(Image),
          article_count: Type.Integer(),
          sections: Type.Array(
            Type.Object(
              { ...ContainerRef.properties, article_count: Type.Integer() },
              { additionalProperties: false },
            ),
          ),
        },
        { additionalProperties: false },
      ),
    ),
    meta: ModuleMeta,
  },
  { $id: 'KbTree', additionalProperties: false },
);
export type KbTree = Static<typeof KbTree>;
