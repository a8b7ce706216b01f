import type { Metadata, Viewport } from 'next';
import { PreviewBridge } from 'galley-next';
import type { ReactNode } from 'react';
import { PreviewBar } from '../../components/preview-bar';
import { SiteHeader } from '../../components/site-header';
import { languageOf, languages } from '../../lib/languages';
import { site } from '../../lib/site';
import '../site.css';

interface Props {
  children: ReactNode;
  params: Promise<{ locale: string }>;
}

export function generateStaticParams() {
  return languages().map(({ code: locale }) => ({ locale }));
}

export async function generateMetadata({ params }: Pick<Props, 'params'>): Promise<Metadata> {
  const { prefix, texts } = languageOf((await params).locale);
  return {
    metadataBase: new URL(site.url),
    title: { default: site.name, template: `%s · ${site.name}` },
    description: texts.description ?? site.description,
    alternates: { types: { 'application/rss+xml': `${prefix}/rss.xml` } },
  };
}

export const viewport: Viewport = { colorScheme: 'light dark' };

export default async function Layout({ children, params }: Props) {
  const language = languageOf((await params).locale);
  const { lang, dir, prefix, texts } = language;
  return (
    <html lang={lang} dir={dir}>
      <body>
        <a className="skip" href="#content">
          {texts.content}
        </a>
        <PreviewBar texts={texts} />
        <PreviewBridge />
        <SiteHeader language={language} />
        <main id="content">{children}</main>
        <footer>
          <p>
            {site.name} · <a href={`${prefix}/rss.xml`}>{texts.feed}</a>
          </p>
        </footer>
      </body>
    </html>
  );
}
