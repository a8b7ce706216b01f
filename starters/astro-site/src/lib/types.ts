import type { Entry, Image, Richtext } from 'galley-client';

/*
 * The types of the project that this site shows, as far as it shows them. `npx galley types --url $GALLEY_URL --out
 * src/lib/types.ts` writes those of your own project; ContentTypes takes the place of SiteTypes then.
 */

export interface SiteTypes {
  landing_page: {
    kind: 'collection';
    values: LandingPage;
    input: object;
    changes: object;
    where: { path?: string };
    sort: 'path' | 'title' | '-published_at';
  };
}

export interface LandingPage {
  title: string;
  path: string;
  sections: Block[] | null;
  seo_title: string | null;
  seo_description: string | null;
}

interface Of<B extends string, V> {
  id: string;
  block: B;
  values: V;
}

export type Button = Of<
  'button',
  { label: string; url: string | null; link: Entry | string | null; style: string | null }
>;
export type Hero = Of<
  'hero',
  { title: string; text: string | null; image: Image | null; buttons: Button[] | null }
>;
export type Feature = Of<'feature', Hero['values']>;
export type FeatureGrid = Of<'feature_grid', { title: string | null; features: Feature[] | null }>;
export type Quote = Of<
  'quote',
  { text: string; person: Entry<{ name?: string; title?: string }> | string | null; image: Image | null }
>;
export type Question = Of<'question', { question: string; answer: Richtext }>;
export type Faq = Of<'faq', { title: string | null; questions: Question[] | null }>;
export type CallToAction = Of<
  'call_to_action',
  { title: string; text: string | null; buttons: Button[] | null }
>;

/** What a page may be made of. */
export type Block = Hero | FeatureGrid | Feature | Quote | Faq | Question | CallToAction | Button;
