import type { Image } from '../../../../../src/contract/fields/links.ts';
import type { Seo } from '../../../../../src/modules/articles/store/schema.ts';
import { CheckField } from '../../../components/form/field.tsx';
import { TermText } from '../term-field.tsx';
import { ImageField } from './image-field.tsx';

/** The values for search engines, without defaults. */
export interface SeoForm {
  seo_title: string;
  seo_description: string;
  seo_image: Image | null;
  seo_no_index: boolean;
}

export const seoLabels: Readonly<Record<keyof SeoForm, string>> = {
  seo_title: 'title for search engines',
  seo_description: 'description for search engines',
  seo_image: 'image when shared',
  seo_no_index: 'indexing',
};

/** The parameters of errors that belong to these fields. */
export const seoNames = ['seo.title', 'seo.description', 'seo.og_image_id', 'seo.no_index', 'seo'];

interface SeoDefaults {
  title: string;
  description: string;
  image: Image | null;
}

/** Reads contain defaults. A value that equals the term's own name, description or image was not set. */
export function seoFormOf(seo: Seo | undefined, defaults: SeoDefaults): SeoForm {
  const { title = '', description = '', og_image = null, no_index = false } = seo ?? {};
  return {
    seo_title: title === defaults.title ? '' : title,
    seo_description: description === defaults.description ? '' : description,
    seo_image: og_image?.id === defaults.image?.id ? null : og_image,
    seo_no_index: no_index,
  };
}

/** The `seo` of a body that changes these keys, or nothing. */
export function seoBodyOf(changes: Partial<SeoForm>): { seo?: object } {
  const { seo_title, seo_description, seo_image, seo_no_index } = changes;
  const seo = {
    ...(seo_title === undefined ? {} : { title: seo_title }),
    ...(seo_description === undefined ? {} : { description: seo_description }),
    ...(seo_image === undefined ? {} : { og_image_id: seo_image?.id ?? null }),
    ...(seo_no_index === undefined ? {} : { no_index: seo_no_index }),
  };
  return Object.keys(seo).length === 0 ? {} : { seo };
}

interface SeoFieldsProps {
  values: SeoForm;
  /** The defaults of omitted values. */
  defaults: Omit<SeoDefaults, 'image'>;
  onChange: (part: Partial<SeoForm>) => void;
}

/** The values that search engines and shared links show instead of the defaults. */
export function SeoFields({ values, defaults, onChange }: SeoFieldsProps) {
  return (
    <details className="seo-fields">
      <summary>Search engines</summary>
      <div className="form">
        <TermText
          label="Title"
          name="seo.title"
          value={values.seo_title}
          placeholder={defaults.title}
          onChange={(seo_title) => onChange({ seo_title })}
          autoComplete="off"
        />
        <TermText
          label="Description"
          name="seo.description"
          rows={2}
          value={values.seo_description}
          placeholder={defaults.description}
          onChange={(seo_description) => onChange({ seo_description })}
        />
        <ImageField
          label="Social image"
          name="seo.og_image_id"
          image={values.seo_image}
          onChange={(seo_image) => onChange({ seo_image })}
        />
        <CheckField
          label="Hide from search engines"
          checked={values.seo_no_index}
          onChange={(seo_no_index) => onChange({ seo_no_index })}
        />
      </div>
    </details>
  );
}
