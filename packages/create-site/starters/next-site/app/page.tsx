import type { Metadata } from 'next';
import { LandingPage } from '../components/landing-page';
import { Overview } from '../components/overview';
import { landingPageAt } from '../lib/pages';
import { landingMetadata } from '../lib/landing-metadata';
import { metadataOf } from '../lib/metadata';
import { site } from '../lib/site';

export async function generateMetadata(): Promise<Metadata> {
  const page = await landingPageAt('/');
  const own = page === null ? metadataOf({ path: '/', title: site.name }) : landingMetadata(page, '/');
  return { ...own, title: { absolute: page?.values.seo_title || site.name } };
}

/** The landing page with the path `/`, or an overview of the site if there is none. */
export default async function Home() {
  const page = await landingPageAt('/');
  return page === null ? <Overview /> : <LandingPage page={page} />;
}
