import { landingPages } from '../lib/pages';
import { site } from '../lib/site';

/** The site name and menu. Plain links instead of `next/link`, which would prefetch pages that nobody opens. */
export async function SiteHeader() {
  const pages = (await landingPages()).filter(({ path }) => path !== '/').slice(0, 4);
  return (
    <header className="site-header">
      <a className="site-name" href="/">
        {site.name}
      </a>
      <nav aria-label="Main">
        <ul>
          {pages.map(({ path, title }) => (
            <li key={path}>
              <a href={path}>{title}</a>
            </li>
          ))}
          <li>
            <a href="/blog">Blog</a>
          </li>
          <li>
            <a href="/help">Help</a>
          </li>
          <li>
            <a href="/search">Search</a>
          </li>
        </ul>
      </nav>
    </header>
  );
}
