import { edit } from 'galley-next';
import { Image } from 'galley-next/components';
import type { Metadata } from 'next';
import { ArticleList } from '../../../../components/article-list';
import { LanguageMenu } from '../../../../components/language-menu';
import { allArticles } from '../../../../lib/blog';
import { galley } from '../../../../lib/galley';
import { type ItemProps, readItem } from '../../../../lib/item';
import { languageOf } from '../../../../lib/languages';
import { allOf } from '../../../../lib/lists';
import { metadataOf } from '../../../../lib/metadata';
import { type LocaleParams, slugsOf } from '../../../../lib/params';

export async function generateStaticParams({ params: { locale } }: LocaleParams) {
  return slugsOf(await allOf(galley(languageOf(locale)).authors.list({ limit: 100 })));
}

export async function generateMetadata({ params }: ItemProps): Promise<Metadata> {
  const { item: author, ...page } = await read(params);
  const { name, bio, avatar } = author;
  return metadataOf({ ...page, title: name, description: bio, image: avatar });
}

export default async function Author({ params }: ItemProps) {
  const { item: author, language, alternates } = await read(params);
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

function read(params: ItemProps['params']) {
  return readItem(params, '/authors', ({ authors }, slug) => authors.get(slug));
}
