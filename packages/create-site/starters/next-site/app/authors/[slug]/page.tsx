import { edit, orNotFound } from 'galley-next';
import { Image } from 'galley-next/components';
import type { Metadata } from 'next';
import { ArticleList } from '../../../components/article-list';
import { allArticles } from '../../../lib/blog';
import { galley } from '../../../lib/galley';
import { metadataOf } from '../../../lib/metadata';
import { orNothing } from '../../../lib/params';

interface Props {
  params: Promise<{ slug: string }>;
}

export async function generateStaticParams() {
  const slugs: string[] = [];
  for await (const { slug } of galley().authors.list({ limit: 100 })) slugs.push(slug);
  return orNothing('slug', slugs);
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { slug, name, bio, avatar } = await read(params);
  return metadataOf({ path: `/authors/${slug}`, title: name, description: bio, image: avatar });
}

export default async function Author({ params }: Props) {
  const author = await read(params);
  const { slug, name, job_title, bio, avatar, links } = author;
  return (
    <>
      <h1 {...await edit(author, 'name')}>{name}</h1>
      {job_title && (
        <p className="about" {...await edit(author, 'job_title')}>
          {job_title}
        </p>
      )}
      <Image image={avatar} className="portrait" sizes="12rem" {...await edit(author, 'avatar')} />
      {bio && (
        <p className="lead" {...await edit(author, 'bio')}>
          {bio}
        </p>
      )}
      {links.length > 0 && (
        <ul className="tags" aria-label={`${name} elsewhere`}>
          {links.map(({ label, url }) => (
            <li key={url}>
              <a href={url} rel="me nofollow noopener">
                {label || url}
              </a>
            </li>
          ))}
        </ul>
      )}
      <ArticleList articles={await allArticles({ author: slug })} />
    </>
  );
}

async function read(params: Props['params']) {
  const { slug } = await params;
  return orNotFound(galley().authors.get(decodeURIComponent(slug)));
}
