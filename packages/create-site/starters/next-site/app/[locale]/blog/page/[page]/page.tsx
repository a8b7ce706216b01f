import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { BlogPage } from '../../../../../components/blog-page';
import { pageOfBlog } from '../../../../../lib/blog';
import { languageOf } from '../../../../../lib/languages';
import { metadataOf } from '../../../../../lib/metadata';
import { type LocaleParams, orNothing } from '../../../../../lib/params';

interface Props {
  params: Promise<{ locale: string; page: string }>;
}

export async function generateStaticParams({ params: { locale } }: LocaleParams) {
  const { count } = await pageOfBlog(languageOf(locale), 1);
  return orNothing(
    'page',
    Array.from({ length: count - 1 }, (_none, at) => String(at + 2)),
  );
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { locale, page } = await params;
  const language = languageOf(locale);
  return metadataOf({ language, path: `/blog/page/${page}`, title: language.texts.blogPage(page) });
}

/** Page 2 and later pages of the blog. The first page is at `/blog`. */
export default async function LaterPage({ params }: Props) {
  const { locale, page } = await params;
  if (!/^[1-9][0-9]{0,4}$/.test(page) || page === '1') notFound();
  return <BlogPage page={Number(page)} language={languageOf(locale)} />;
}
