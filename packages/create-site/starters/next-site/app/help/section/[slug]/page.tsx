import { orNotFound } from 'galley-next';
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
    data.flatMap(({ sections }) => sections.map(({ slug }) => slug)),
  );
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { slug, title, description } = await read(params);
  return metadataOf({ path: `/help/section/${slug}`, title, description });
}

export default async function Section({ params }: Props) {
  const { slug, title, description, collection } = await read(params);
  return (
    <>
      <nav aria-label="Where this is">
        <a href="/help">Help</a> / <a href={`/help/collection/${collection.slug}`}>{collection.title}</a>
      </nav>
      <h1>{title}</h1>
      {description && <p className="lead">{description}</p>}
      <HelpList articles={await helpArticles({ section: slug })} />
    </>
  );
}

async function read(params: Props['params']) {
  const { slug } = await params;
  return orNotFound(galley().kb.sections.get(decodeURIComponent(slug)));
}
