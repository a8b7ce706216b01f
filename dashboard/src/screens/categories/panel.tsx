import type { BlogCategory } from '../../../../src/blog/schema.ts';
import type { Image } from '../../../../src/contract/links.ts';
import { TextArea, TextField } from '../../components/field.tsx';
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
import { UsedBy } from '../../named/uses.tsx';

interface CategoryForm extends SeoForm {
  name: string;
  slug: string;
  description: string;
  image: Image | null;
}

const kind: NamedKind<BlogCategory, CategoryForm> = {
  path: '/v1/blog/categories',
  module: 'blog',
  formOf: (category) => {
    const { name = '', slug = '', description = '', image = null, seo } = category ?? {};
    return { name, slug, description, image, ...seoFormOf(seo, { title: name, description, image }) };
  },
  bodyOf: ({ name, slug, description, image, ...seo }) => ({
    ...(name === undefined ? {} : { name }),
    ...(description === undefined ? {} : { description }),
    ...(image === undefined ? {} : { image_id: image?.id ?? null }),
    ...slugBodyOf(slug),
    ...seoBodyOf(seo),
  }),
  labels: { name: 'name', slug: 'slug', description: 'description', image: 'picture', ...seoLabels },
};

interface CategoryPanelProps {
  /** Null for a new one. */
  categoryId: string | null;
  onClose: () => void;
  onDone: () => void;
}

export function CategoryPanel({ categoryId, ...props }: CategoryPanelProps) {
  return (
    <Loaded<BlogCategory> kind={kind} id={categoryId} title="Category" onClose={props.onClose}>
      {(category) => <Opened category={category} {...props} />}
    </Loaded>
  );
}

type OpenedProps = Omit<CategoryPanelProps, 'categoryId'> & { category: BlogCategory | null };

function Opened({ category, onClose, onDone }: OpenedProps) {
  const { values, set, isChanged, save } = useNamedForm(kind, category);
  return (
    <NamedPanel
      title={category?.name ?? 'New category'}
      noun="category"
      stored={category}
      fields={['name', 'slug', 'description', 'image_id', ...seoNames]}
      isChanged={isChanged}
      save={async () => {
        const { name } = await save();
        toast(category === null ? `${name} is added` : `${name} is saved`);
      }}
      remove={{ path: kind.path, module: kind.module, keptBy: 'categories' }}
      onDone={onDone}
      onClose={onClose}
      after={category === null ? null : <UsedBy id={category.id} none="No articles in this category yet." />}
    >
      <TextField
        label="Name"
        name="name"
        value={values.name}
        onChange={(name) => set({ name })}
        required
        autoComplete="off"
        autoFocus={category === null}
      />
      <TextArea
        label="Description"
        name="description"
        value={values.description}
        onChange={(description) => set({ description })}
        help="Plain text, for the page of the category."
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
        title={values.name}
        stored={category?.slug ?? null}
      />
      <SeoFields
        values={values}
        own={{ title: values.name, description: values.description }}
        onChange={set}
      />
    </NamedPanel>
  );
}
