import { edit, orNotFound } from 'galley-next';
import type { Metadata } from 'next';
import { HelpList } from '../../../../components/help-list';
import { ItemLink } from '../../../../components/item-link';
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
  const section = await read(params);
  const { slug, title, description, collection } = section;
  return (
    <>
      <nav aria-label="Where this is">
        <a href="/help">Help</a> /{' '}
        <ItemLink item={collection} field="title" href={`/help/collection/${collection.slug}`} />
      </nav>
      <h1 {...await edit(section, 'title')}>{title}</h1>
      {description && (
        <p className="lead" {...await edit(section, 'description')}>
          {description}
        </p>
      )}
      <HelpList articles={await helpArticles({ section: slug })} />
    </>
  );
}

async function read(params: Props['params']) {
  const { slug } = await params;
  return orNotFound(galley().kb.sections.get(decodeURIComponent(slug)));
}
