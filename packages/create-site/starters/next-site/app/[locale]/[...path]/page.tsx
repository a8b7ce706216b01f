import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { LandingPage } from '../../../components/landing-page';
import { landingMetadata } from '../../../lib/landing-metadata';
import { languageOf } from '../../../lib/languages';
import { landingAlternates, landingPageAt, landingPages } from '../../../lib/pages';
import type { LocaleParams } from '../../../lib/params';

interface Props {
  params: Promise<{ locale: string; path: string[] }>;
}

/** Next requires a path for each dynamic route at build time. */
const nothing = ['-'];

export async function generateStaticParams({ params: { locale } }: LocaleParams) {
  const paths = (await landingPages(languageOf(locale))).map(({ path }) =>
    path.split('/').filter((part) => part !== ''),
  );
  const others = paths.filter((parts) => parts.length > 0);
  return (others.length === 0 ? [nothing] : others).map((path) => ({ path }));
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { page, ...localizedPath } = await read(params);
  return landingMetadata(page, localizedPath);
}

export default async function Page({ params }: Props) {
  const { page, language, alternates } = await read(params);
  return <LandingPage page={page} language={language} alternates={alternates} />;
}

async function read(params: Props['params']) {
  const { locale, path: parts } = await params;
  const path = `/${parts.map(decodeURIComponent).join('/')}`;
  const language = languageOf(locale);
  const page = (await landingPageAt(language, path)) ?? notFound();
  return { page, language, path, alternates: landingAlternates(page) };
}
