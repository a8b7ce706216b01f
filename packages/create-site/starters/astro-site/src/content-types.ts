/*
 * The content types of the demo project, which this site shows. `npm run types` replaces this file with the types of
 * your project; `npm run check` then lists the types and fields that the site uses but your project doesn't have.
 */
import type { Image, Richtext } from 'galley-client';

export interface ContentTypes {
  landing_page: {
    kind: 'collection';
    values: LandingPageValues;
    input: object;
    changes: object;
    where: { path?: string | { eq?: string; starts_with?: string; in?: string[] } };
    sort: 'title' | '-title' | 'path' | '-path';
  };
}

export interface LandingPageValues {
  title: string | null;
  path: string | null;
  sections: Array<HeroBlock | FeatureGridBlock | QuoteBlock | FaqBlock | CallToActionBlock> | null;
  seo_title: string | null;
  seo_description: string | null;
}

export interface HeroBlock {
  id: string;
  block: 'hero';
  values: { title: string | null; text: string | null; image: Image | null; buttons: ButtonBlock[] | null };
}

export interface FeatureGridBlock {
  id: string;
  block: 'feature_grid';
  values: { title: string | null; features: FeatureBlock[] | null };
}

export interface FeatureBlock {
  id: string;
  block: 'feature';
  values: { title: string | null; text: string | null; image: Image | null; buttons: ButtonBlock[] | null };
}

export interface QuoteBlock {
  id: string;
  block: 'quote';
  values: {
    text: string | null;
    person: { id: string; values: { name: string | null; role: string | null } } | null;
    image: Image | null;
  };
}

export interface FaqBlock {
  id: string;
  block: 'faq';
  values: { title: string | null; questions: QuestionBlock[] | null };
}

export interface QuestionBlock {
  id: string;
  block: 'question';
  values: { question: string | null; answer: Richtext | null };
}

export interface CallToActionBlock {
  id: string;
  block: 'call_to_action';
  values: { title: string | null; text: string | null; buttons: ButtonBlock[] | null };
}

export interface ButtonBlock {
  id: string;
  block: 'button';
  values: { label: string | null; url: string | null; style: 'primary' | 'secondary' | null };
}
