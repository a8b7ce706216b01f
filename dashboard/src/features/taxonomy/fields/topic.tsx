import type { ReactNode } from 'react';
import type { Seo } from '../../../../../src/modules/articles/store/schema.ts';
import type { Image } from '../../../../../src/contract/fields/links.ts';
import type { Module } from '../../../api/project.ts';
import { ImageField } from './image-field.tsx';
import { SeoFields, seoBodyOf, type SeoForm, seoFormOf, seoLabels, seoNames } from './seo-fields.tsx';
import { SlugField, slugBodyOf } from './slug-field.tsx';
import { SharedField, TermText } from '../term-field.tsx';
import type { Term, TermForm, TermKind } from '../use-term-form.ts';

/** A term with a page for readers: a category of the blog, a collection of the knowledge base. */
export interface Topic extends Term {
  slug: string;
  description: string;
  image: Image | null;
  seo: Seo;
}

export interface TopicForm extends SeoForm {
  name: string;
  slug: string;
  description: string;
  image: Image | null;
}

/** The parameters of errors that belong to a topic, without that of its name. */
const topicNames = ['slug', 'description', 'image_id', ...seoNames];

/** A kind of topics; the API calls the name of one `name` or `title`. */
export function topicKind<Stored extends Topic>(
  { path, module, nameKey }: { path: string; module: Module; nameKey: 'name' | 'title' },
  nameOf: (stored: Stored) => string,
): TermKind<Stored, TopicForm> {
  return {
    path,
    module,
    nameKey,
    fields: () => topicNames,
    formOf: (stored) => {
      const name = stored === null ? '' : nameOf(stored);
      const { slug = '', description = '', image = null, seo } = stored ?? {};
      return { name, slug, description, image, ...seoFormOf(seo, { title: name, description, image }) };
    },
    bodyOf: ({ name, slug, description, image, ...seo }) => ({
      ...(name === undefined ? {} : { [nameKey]: name }),
      ...(description === undefined ? {} : { description }),
      ...(image === undefined ? {} : { image_id: image?.id ?? null }),
      ...slugBodyOf(slug),
      ...seoBodyOf(seo),
    }),
    labels: { name: nameKey, slug: 'slug', description: 'description', image: 'image', ...seoLabels },
  };
}

interface AboutValues {
  name: string;
  slug: string;
  description: string;
}

interface AboutFieldsProps<Form extends AboutValues> {
  form: TermForm<Term & { slug: string }, Form>;
  /** Below the description. */
  help?: string;
  /** Between the description and the slug. */
  children?: ReactNode;
}

/** The fields of every term with a page: a description and a slug. */
export function AboutFields<Form extends AboutValues>(props: AboutFieldsProps<Form>) {
  const { form, help, children } = props;
  const { kind, stored, values } = form;
  const set = (part: Partial<AboutValues>) => form.set(part as Partial<Form>);
  return (
    <>
      <TermText
        label="Description"
        name="description"
        rows={3}
        value={values.description}
        onChange={(description) => set({ description })}
        help={help}
      />
      {children}
      <SlugField
        value={values.slug}
        onChange={(slug) => set({ slug })}
        title={values.name}
        noun={kind.nameKey}
        storedSlug={stored?.slug ?? null}
      />
    </>
  );
}

interface TopicFieldsProps {
  form: TermForm<Topic, TopicForm>;
  help?: string;
}

/** The fields of a topic below its name. */
export function TopicFields({ form, ...rest }: TopicFieldsProps) {
  const { values, set } = form;
  return (
    <>
      <AboutFields form={form} {...rest}>
        <SharedField>
          <ImageField
            label="Image"
            name="image_id"
            image={values.image}
            onChange={(image) => set({ image })}
          />
        </SharedField>
      </AboutFields>
      <SeoFields
        values={values}
        defaults={{ title: values.name, description: values.description }}
        onChange={set}
      />
    </>
  );
}
