import { edit, orNotFound } from 'galley-next';
import { Image } from 'galley-next/components';
import type { Metadata } from 'next';
import { ArticleList } from '../../../../components/article-list';
import { allArticles } from '../../../../lib/blog';
import { galley } from '../../../../lib/galley';
import { metadataOf } from '../../../../lib/metadata';
import { orNothing } from '../../../../lib/params';

interface Props {
  params: Promise<{ slug: string }>;
}

export async function generateStaticParams() {
  const slugs: string[] = [];
  for await (const { slug } of galley().blog.categories.list({ limit: 100 })) slugs.push(slug);
  return orNothing('slug', slugs);
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { slug, name, description, image, seo } = await read(params);
  return metadataOf({
    path: `/blog/category/${slug}`,
    title: seo.title || name,
    description: seo.description || description,
    image: seo.og_image ?? image,
    isHidden: seo.no_index,
  });
}

export default async function Category({ params }: Props) {
  const category = await read(params);
  const { slug, name, description, image } = category;
  return (
    <>
      <h1 {...await edit(category, 'name')}>{name}</h1>
      {description && (
        <p className="lead" {...await edit(category, 'description')}>
          {description}
        </p>
      )}
      <Image image={image} sizes="(min-width: 60rem) 45rem, 100vw" {...await edit(category, 'image')} />
      <ArticleList articles={await allArticles({ category: slug })} />
    </>
  );
}

async function read(params: Props['params']) {
  const { slug } = await params;
  return orNotFound(galley().blog.categories.get(decodeURIComponent(slug)));
}
