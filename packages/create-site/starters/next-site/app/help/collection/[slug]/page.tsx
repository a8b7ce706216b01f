import { edit, orNotFound } from 'galley-next';
import { Image } from 'galley-next/components';
import type { Metadata } from 'next';
import { HelpList } from '../../../../components/help-list';
import { galley } from '../../../../lib/galley';
import { helpArticles } from '../../../../lib/help';
import { metadataOf } from '../../../../lib/metadata';
import { orNothing } from '../../../../lib/params';

interface Props {
  params: Promise<{ slug: string }>;
}

export async function generateStaticParams() {
  const { data } = await galley().kb.tree();
  return orNothing(
    'slug',
    data.map(({ slug }) => slug),
  );
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { slug, title, description, image, seo } = await read(params);
  return metadataOf({
    path: `/help/collection/${slug}`,
    title: seo.title || title,
    description: seo.description || description,
    image: seo.og_image ?? image,
    isHidden: seo.no_index,
  });
}

export default async function Collection({ params }: Props) {
  const collection = await read(params);
  const { slug, title, description, image } = collection;
  return (
    <>
      <nav aria-label="Where this is">
        <a href="/help">Help</a>
      </nav>
      <h1 {...await edit(collection, 'title')}>{title}</h1>
      {description && (
        <p className="lead" {...await edit(collection, 'description')}>
          {description}
        </p>
      )}
      <Image image={image} sizes="(min-width: 60rem) 45rem, 100vw" {...await edit(collection, 'image')} />
      <HelpList articles={await helpArticles({ collection: slug })} />
    </>
  );
}

async function read(params: Props['params']) {
  const { slug } = await params;
  return orNotFound(galley().kb.collections.get(decodeURIComponent(slug)));
}
