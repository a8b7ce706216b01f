import { edit, orNotFound } from 'galley-next';
import { Image } from 'galley-next/components';
import type { Metadata } from 'next';
import { ArticleList } from '../../../../components/article-list';
import { LanguageMenu } from '../../../../components/language-menu';
import { allArticles } from '../../../../lib/blog';
import { galley } from '../../../../lib/galley';
import { alternatesOf, languageOf } from '../../../../lib/languages';
import { metadataOf } from '../../../../lib/metadata';
import { orNothing } from '../../../../lib/params';

interface Props {
  params: Promise<{ locale: string; slug: string }>;
}

export async function generateStaticParams({ params: { locale } }: { params: { locale: string } }) {
  const slugs: string[] = [];
  for await (const { slug } of galley(languageOf(locale)).authors.list({ limit: 100 })) slugs.push(slug);
  return orNothing('slug', slugs);
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { author, language, alternates } = await read(params);
  const { slug, name, bio, avatar } = author;
  const path = `/authors/${slug}`;
  return metadataOf({ language, path, title: name, description: bio, image: avatar, alternates });
}

export default async function Author({ params }: Props) {
  const { author, language, alternates } = await read(params);
  const { slug, name, job_title, bio, avatar, links } = author;
  return (
    <>
      <LanguageMenu language={language} alternates={alternates} />
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
        <ul className="tags" aria-label={language.texts.elsewhere(name)}>
          {links.map(({ label, url }) => (
            <li key={url}>
              <a href={url} rel="me nofollow noopener">
                {label || url}
              </a>
            </li>
          ))}
        </ul>
      )}
      <ArticleList articles={await allArticles(language, { author: slug })} language={language} />
    </>
  );
}

async function read(params: Props['params']) {
  const { locale, slug } = await params;
  const language = languageOf(locale);
  const author = await orNotFound(galley(language).authors.get(decodeURIComponent(slug)));
  const alternates = alternatesOf(author.alternates, ({ slug: own }) => `/authors/${own}`);
  return { author, language, alternates };
}
