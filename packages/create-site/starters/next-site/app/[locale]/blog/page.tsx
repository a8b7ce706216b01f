import type { Metadata } from 'next';
import { BlogPage } from '../../../components/blog-page';
import { everywhere, languageOf } from '../../../lib/languages';
import { metadataOf } from '../../../lib/metadata';

interface Props {
  params: Promise<{ locale: string }>;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const language = languageOf((await params).locale);
  return metadataOf({
    language,
    path: '/blog',
    title: language.texts.blog,
    alternates: everywhere('/blog'),
  });
}

export default async function Blog({ params }: Props) {
  return <BlogPage page={1} language={languageOf((await params).locale)} />;
}
