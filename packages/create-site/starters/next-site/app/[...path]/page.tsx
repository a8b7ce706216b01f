import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { LandingPage } from '../../components/landing-page';
import { landingMetadata } from '../../lib/landing-metadata';
import { landingPageAt, landingPages } from '../../lib/pages';

interface Props {
  params: Promise<{ path: string[] }>;
}

/** Next requires a path for each dynamic route at build time. */
const nothing = ['-'];

export async function generateStaticParams() {
  const paths = (await landingPages()).map(({ path }) => path.split('/').filter((part) => part !== ''));
  const others = paths.filter((parts) => parts.length > 0);
  return (others.length === 0 ? [nothing] : others).map((path) => ({ path }));
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { page, path } = await read(params);
  return landingMetadata(page, path);
}

export default async function Page({ params }: Props) {
  const { page } = await read(params);
  return <LandingPage page={page} />;
}

async function read(params: Props['params']) {
  const path = `/${(await params).path.map(decodeURIComponent).join('/')}`;
  const page = await landingPageAt(path);
  return page === null ? notFound() : { page, path };
}
