import type { Metadata } from 'next';
import type { Alternate, Language } from './languages';
import { metadataOf } from './metadata';
import type { LandingEntry } from './pages';

/** A page in a language, with its path in each language. */
interface LocalizedPath {
  language: Language;
  path: string;
  alternates: readonly Alternate[];
}

export function landingMetadata({ values }: LandingEntry, path: LocalizedPath): Metadata {
  return metadataOf({
    ...path,
    title: values.seo_title || values.title || '',
    description: values.seo_description,
    image: values.sections?.find((section) => section.block === 'hero')?.values.image,
  });
}
