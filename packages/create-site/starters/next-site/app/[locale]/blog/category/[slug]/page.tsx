import { edit, orNotFound } from 'galley-next';
import { Image } from 'galley-next/components';
import type { Metadata } from 'next';
import { ArticleList } from '../../../../../components/article-list';
import { LanguageMenu } from '../../../../../components/language-menu';
import { allArticles } from '../../../../../lib/blog';
import { galley } from '../../../../../lib/galley';
import { alternatesOf, languageOf } from '../../../../../lib/languages';
import { metadataOf } from '../../../../../lib/metadata';
import { orNothing } from '../../../../../lib/params';

interface Props {
  params: Promise<{ locale: string; slug: string }>;
}

export async function generateStaticParams({ params: { locale } }: { params: { locale: string } }) {
  const slugs: string[] = [];
  for await (const { slug } of galley(languageOf(locale)).blog.categories.list({ limit: 100 }))
    slugs.push(slug);
  return orNothing('slug', slugs);
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { category, language, alternates } = await read(params);
  const { slug, name, description, image, seo } = category;
  return metadataOf({
    language,
    alternates,
    path: `/blog/category/${slug}`,
    title: seo.title || name,
    description: seo.description || description,
    image: seo.og_image ?? image,
    isHidden: seo.no_index,
  });
}

export default async function Category({ params }: Props) {
  const { category, language, alternates } = await read(params);
  const { slug, name, description, image } = category;
  return (
    <>
      <LanguageMenu language={language} alternates={alternates} />
      <h1 {...await edit(category, 'name')}>{name}</h1>
      {description && (
        <p className="lead" {...await edit(category, 'description')}>
          {description}
        </p>
      )}
      <Image image={image} sizes="(min-width: 60rem) 45rem, 100vw" {...await edit(category, 'image')} />
      <ArticleList articles={await allArticles(language, { category: slug })} language={language} />
    </>
  );
}

async function read(params: Props['params']) {
  const { locale, slug } = await params;
  const language = languageOf(locale);
  const category = await orNotFound(galley(language).blog.categories.get(decodeURIComponent(slug)));
  const alternates = alternatesOf(category.alternates, ({ slug: own }) => `/blog/category/${own}`);
  return { category, language, alternates };
}
