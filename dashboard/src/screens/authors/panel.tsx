import type { Image } from '../../../../src/contract/fields/links.ts';
import type { Author } from '../../../../src/modules/authors/schema.ts';
import { LoadedTerm, type PanelEvents } from '../../features/taxonomy/loaded-term.tsx';
import { TermPanel } from '../../features/taxonomy/panel.tsx';
import { ImageField } from '../../features/taxonomy/fields/image-field.tsx';
import { SlugField, slugBodyOf } from '../../features/taxonomy/fields/slug-field.tsx';
import { SharedField, TermText } from '../../features/taxonomy/term-field.tsx';
import { type TermKind, useTermForm } from '../../features/taxonomy/use-term-form.ts';
import { UsedBy } from '../../features/taxonomy/uses.tsx';
import { type AuthorLink, LinksField, linkParams } from './links-field.tsx';

interface AuthorForm {
  name: string;
  slug: string;
  job_title: string;
  bio: string;
  avatar: Image | null;
  links: AuthorLink[];
}

const kind: TermKind<Author, AuthorForm> = {
  path: '/v1/authors',
  module: 'authors',
  nameKey: 'name',
  fields: ({ links }) => ['slug', 'job_title', 'bio', 'avatar_id', ...linkParams(links.length)],
  formOf: (author) => ({
    name: author?.name ?? '',
    slug: author?.slug ?? '',
    job_title: author?.job_title ?? '',
    bio: author?.bio ?? '',
    avatar: author?.avatar ?? null,
    links: author?.links ?? [],
  }),
  bodyOf: ({ avatar, slug, ...changes }) => ({
    ...changes,
    ...slugBodyOf(slug),
    ...(avatar === undefined ? {} : { avatar_id: avatar?.id ?? null }),
  }),
  labels: {
    name: 'name',
    slug: 'slug',
    job_title: 'job title',
    bio: 'biography',
    avatar: 'image',
    links: 'links',
  },
};

export function AuthorPanel({ id, ...events }: PanelEvents & { id: string | null }) {
  return (
    <LoadedTerm<Author> kind={kind} id={id} title="Author" onClose={events.onClose}>
      {(author) => <AuthorTermPanel author={author} {...events} />}
    </LoadedTerm>
  );
}

function AuthorTermPanel({ author, ...events }: PanelEvents & { author: Author | null }) {
  const form = useTermForm(kind, author);
  const { values, set } = form;
  return (
    <TermPanel
      {...events}
      noun="author"
      form={form}
      blockingField="authors"
      after={author === null ? null : <UsedBy id={author.id} emptyText="No articles by this author yet." />}
    >
      <TermText
        label="Job title"
        name="job_title"
        value={values.job_title}
        onChange={(job_title) => set({ job_title })}
        autoComplete="off"
      />
      <SharedField>
        <ImageField
          label="Image"
          name="avatar_id"
          image={values.avatar}
          onChange={(avatar) => set({ avatar })}
          shape="round"
        />
      </SharedField>
      <TermText
        label="Biography"
        name="bio"
        rows={4}
        value={values.bio}
        onChange={(bio) => set({ bio })}
        help="Plain text, for the end of an article or an author page."
      />
      <SharedField>
        <LinksField links={values.links} onChange={(links) => set({ links })} />
      </SharedField>
      <SlugField
        value={values.slug}
        onChange={(slug) => set({ slug })}
        title={values.name}
        storedSlug={author?.slug ?? null}
      />
    </TermPanel>
  );
}
