import type { Image } from '../../../../src/contract/links.ts';
import type { KbOutline } from '../../../../src/kb/desk/schema.ts';
import type { KbCollection, KbSection } from '../../../../src/kb/shelves/schema.ts';
import { counted } from '../../components/counted.ts';
import { SelectField, TextArea, TextField } from '../../components/field.tsx';
import { toast } from '../../components/toast.tsx';
import { Loaded } from '../../named/loaded.tsx';
import { NamedPanel } from '../../named/panel.tsx';
import { PictureField } from '../../named/picture-field.tsx';
import {
  SeoFields,
  seoBodyOf,
  type SeoForm,
  seoFormOf,
  seoLabels,
  seoNames,
} from '../../named/seo-fields.tsx';
import { SlugField, slugBodyOf } from '../../named/slug-field.tsx';
import { type NamedKind, useNamedForm } from '../../named/use-named-form.ts';
import { ShelfOptions } from '../../kb/shelf-options.tsx';

interface CollectionForm extends SeoForm {
  title: string;
  slug: string;
  description: string;
  image: Image | null;
}

const collectionKind: NamedKind<KbCollection, CollectionForm> = {
  path: '/v1/kb/collections',
  module: 'kb',
  formOf: (collection) => {
    const { title = '', slug = '', description = '', image = null, seo } = collection ?? {};
    return { title, slug, description, image, ...seoFormOf(seo, { title, description, image }) };
  },
  bodyOf: ({ title, slug, description, image, ...seo }) => ({
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    ...(image === undefined ? {} : { image_id: image?.id ?? null }),
    ...slugBodyOf(slug),
    ...seoBodyOf(seo),
  }),
  labels: { title: 'title', slug: 'slug', description: 'description', image: 'picture', ...seoLabels },
};

interface SectionForm {
  title: string;
  slug: string;
  description: string;
  collection: string;
}

const sections = { path: '/v1/kb/sections', module: 'kb' } as const;

/** `within` is the collection of a new one. */
function sectionKind(within: string): NamedKind<KbSection, SectionForm> {
  return {
    ...sections,
    formOf: (section) => ({
      title: section?.title ?? '',
      slug: section?.slug ?? '',
      description: section?.description ?? '',
      collection: section?.collection.id ?? '',
    }),
    bodyOf: ({ slug, ...changes }) => ({
      ...(within === '' ? {} : { collection: within }),
      ...changes,
      ...slugBodyOf(slug),
    }),
    labels: { title: 'title', slug: 'slug', description: 'description', collection: 'collection' },
  };
}

interface ShelfPanelProps {
  /** An id, `new-collection` or `new-section`. */
  shelf: string;
  /** The collection of a new section. */
  within: string | null;
  outline: KbOutline;
  onClose: () => void;
  onDone: () => void;
}

type OpenedProps<Stored> = Omit<ShelfPanelProps, 'shelf'> & { stored: Stored | null };

/** A collection or a section beside the tree. */
export function ShelfPanel({ shelf, ...props }: ShelfPanelProps) {
  const isNew = shelf.startsWith('new-');
  const reading = { id: isNew ? null : shelf, title: 'Knowledge base', onClose: props.onClose };
  return shelf === 'new-section' || shelf.startsWith('kbs_') ? (
    <Loaded<KbSection> kind={sections} {...reading}>
      {(stored) => <SectionPanel {...props} stored={stored} />}
    </Loaded>
  ) : (
    <Loaded<KbCollection> kind={collectionKind} {...reading}>
      {(stored) => <CollectionPanel {...props} stored={stored} />}
    </Loaded>
  );
}

/** What stands on a shelf keeps it from being deleted. */
function keptBy(outline: KbOutline, id: string | undefined): string | null {
  const collection = outline.data.find((one) => one.id === id);
  const section = outline.data.flatMap(({ sections }) => sections).find((one) => one.id === id);
  const held = [
    ...((collection?.sections.length ?? 0) > 0 ? [counted(collection?.sections.length ?? 0, 'section')] : []),
    ...((collection ?? section)?.stored_count
      ? [counted((collection ?? section)?.stored_count ?? 0, 'article')]
      : []),
  ];
  if (held.length === 0) return null;
  return `It contains ${held.join(' and ')}, drafts included. Move or delete them first.`;
}

function CollectionPanel({ stored, outline, onClose, onDone }: OpenedProps<KbCollection>) {
  const { values, set, isChanged, save } = useNamedForm(collectionKind, stored);
  return (
    <NamedPanel
      title={stored?.title ?? 'New collection'}
      noun="collection"
      stored={stored}
      fields={['title', 'slug', 'description', 'image_id', ...seoNames]}
      isChanged={isChanged}
      save={async () => {
        const { title } = await save();
        toast(stored === null ? `${title} is added` : `${title} is saved`);
      }}
      remove={{ path: collectionKind.path, module: 'kb', kept: keptBy(outline, stored?.id) }}
      onDone={onDone}
      onClose={onClose}
    >
      <TextField
        label="Title"
        name="title"
        value={values.title}
        onChange={(title) => set({ title })}
        required
        autoComplete="off"
        autoFocus={stored === null}
      />
      <TextArea
        label="Description"
        name="description"
        value={values.description}
        onChange={(description) => set({ description })}
      />
      <PictureField
        label="Picture"
        name="image_id"
        image={values.image}
        onChange={(image) => set({ image })}
      />
      <SlugField
        value={values.slug}
        onChange={(slug) => set({ slug })}
        title={values.title}
        noun="title"
        stored={stored?.slug ?? null}
      />
      <SeoFields
        values={values}
        own={{ title: values.title, description: values.description }}
        onChange={set}
      />
    </NamedPanel>
  );
}

function SectionPanel({ stored, within, outline, onClose, onDone }: OpenedProps<KbSection>) {
  const inside = within ?? outline.data[0]?.id ?? '';
  const { values, set, isChanged, save } = useNamedForm(sectionKind(stored === null ? inside : ''), stored);
  return (
    <NamedPanel
      title={stored?.title ?? 'New section'}
      noun="section"
      stored={stored}
      fields={['title', 'slug', 'description', 'collection']}
      isChanged={isChanged}
      save={async () => {
        const { title } = await save();
        toast(stored === null ? `${title} is added` : `${title} is saved`);
      }}
      remove={{ ...sections, kept: keptBy(outline, stored?.id) }}
      onDone={onDone}
      onClose={onClose}
    >
      <TextField
        label="Title"
        name="title"
        value={values.title}
        onChange={(title) => set({ title })}
        required
        autoComplete="off"
        autoFocus={stored === null}
      />
      <SelectField
        label="Collection"
        name="collection"
        value={values.collection === '' ? inside : values.collection}
        onChange={(collection) => set({ collection })}
      >
        <ShelfOptions outline={outline} withSections={false} />
      </SelectField>
      <TextArea
        label="Description"
        name="description"
        value={values.description}
        onChange={(description) => set({ description })}
      />
      <SlugField
        value={values.slug}
        onChange={(slug) => set({ slug })}
        title={values.title}
        noun="title"
        stored={stored?.slug ?? null}
      />
    </NamedPanel>
  );
}
