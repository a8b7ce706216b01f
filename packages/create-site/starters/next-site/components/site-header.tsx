import { landingPages } from '../lib/pages';
import { type Language, pathIn } from '../lib/languages';
import { site } from '../lib/site';

/** The site name and menu. Plain links instead of `next/link`, which would prefetch pages that nobody opens. */
export async function SiteHeader({ language }: { language: Language }) {
  const { prefix, texts } = language;
  const pages = (await landingPages(language)).filter(({ path }) => path !== '/').slice(0, 4);
  return (
    <header className="site-header">
      <a className="site-name" href={pathIn(language, '/')}>
        {site.name}
      </a>
      <nav aria-label={texts.main}>
        <ul>
          {pages.map(({ path, title }) => (
            <li key={path}>
              <a href={pathIn(language, path)}>{title}</a>
            </li>
          ))}
          <li>
            <a href={`${prefix}/blog`}>{texts.blog}</a>
          </li>
          <li>
            <a href={`${prefix}/help`}>{texts.help}</a>
          </li>
          <li>
            <a href={`${prefix}/search`}>{texts.search}</a>
          </li>
        </ul>
      </nav>
    </header>
  );
}
