import type { Metadata } from 'next';
import { LandingPage } from '../../components/landing-page';
import { Overview } from '../../components/overview';
import { landingMetadata } from '../../lib/landing-metadata';
import { everywhere, languageOf } from '../../lib/languages';
import { metadataOf } from '../../lib/metadata';
import { landingPageAt } from '../../lib/pages';
import { site } from '../../lib/site';

interface Props {
  params: Promise<{ locale: string }>;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const language = languageOf((await params).locale);
  const page = await landingPageAt(language, '/');
  const localizedPath = { language, path: '/', alternates: everywhere('/') };
  const own =
    page === null ? metadataOf({ ...localizedPath, title: site.name }) : landingMetadata(page, localizedPath);
  return { ...own, title: { absolute: page?.values.seo_title || site.name } };
}

/** The landing page with the path `/`, or an overview of the site if there is none. */
export default async function Home({ params }: Props) {
  const language = languageOf((await params).locale);
  const page = await landingPageAt(language, '/');
  if (page === null) return <Overview language={language} />;
  return <LandingPage page={page} language={language} alternates={everywhere('/')} />;
}
