import { type Static, Type } from '@sinclair/typebox';
import {
  Address,
  requiresChange,
  IdInput,
  LocalesInput,
  TranslatedFromInput,
  requiredText,
  SlugInput,
  textInput,
} from '../../contract/fields/fields.ts';
import { limits } from '../../contract/limits.ts';
import { Image } from '../../contract/fields/links.ts';
import { ModuleMeta, Nullable, termLocaleKeys, Timestamp, WriteMeta } from '../../contract/listing.ts';
import { cursorParameters, mediaUrlsParameter } from '../../contract/paging.ts';
import type { TermRecord } from '../taxonomy/schema.ts';

const closed = { additionalProperties: false } as const;

/** A link to an author's page elsewhere. */
const AuthorLink = Type.Object({ label: Type.String(), url: Type.String() }, closed);
type AuthorLink = Static<typeof AuthorLink>;

export interface AuthorRecord extends TermRecord {
  name: string;
  job_title: string;
  bio: string;
  avatar_id: string | null;
  links: AuthorLink[];
}

/** An author in responses (specification: authors). `article_count` counts live articles of both modules. */
export const Author = Type.Object(
  {
    id: Type.String(),
    slug: Type.String(),
    name: Type.String(),
    job_title: Type.String(),
    bio: Type.String(),
    avatar: Nullable(Image),
    links: Type.Array(AuthorLink),
    article_count: Type.Integer(),
    revision: Type.Integer(),
    created_at: Timestamp,
    updated_at: Timestamp,
    ...termLocaleKeys,
    meta: Type.Optional(WriteMeta),
  },
  { $id: 'Author', ...closed },
);
export type Author = Static<typeof Author>;

export const AuthorList = Type.Object(
  { data: Type.Array(Author), meta: ModuleMeta },
  { $id: 'AuthorList', ...closed },
);

const LinksInput = Type.Unsafe<{ label?: string; url: string }[] | null>({
  type: ['array', 'null'],
  maxItems: limits.tags_max,
  description: `a list of at most ${limits.tags_max} links {label, url}`,
  items: {
    type: 'object',
    additionalProperties: false,
    required: ['url'],
    description: 'a link {label, url}',
    properties: {
      label: { type: 'string', 'x-nfc': true, maxLength: limits.name_chars_max },
      url: Address,
    },
  },
});

const fields = {
  name: requiredText(limits.name_chars_max),
  slug: SlugInput,
  job_title: textInput(limits.name_chars_max),
  bio: textInput(limits.description_chars_max),
  avatar_id: IdInput,
  links: LinksInput,
  locales: LocalesInput,
  translated_from: TranslatedFromInput,
};

/** The body of a PATCH; null clears a field. */
export const ChangeAuthor = Type.Partial(Type.Object(fields), {
  $id: 'ChangeAuthor',
  ...closed,
  ...requiresChange,
});
export type ChangeAuthor = Static<typeof ChangeAuthor>;

export const CreateAuthor = Type.Composite(
  [Type.Pick(Type.Object(fields), ['name']), Type.Omit(ChangeAuthor, ['name'])],
  {
    $id: 'CreateAuthor',
    ...closed,
  },
);

export const AuthorQuery = Type.Object({ ...mediaUrlsParameter });
export const AuthorListQuery = Type.Object({ ...cursorParameters, ...mediaUrlsParameter });
export type AuthorListQuery = Static<typeof AuthorListQuery>;
