import type { Metadata, Viewport } from 'next';
import { PreviewBridge } from 'galley-next';
import type { ReactNode } from 'react';
import { PreviewBar } from '../components/preview-bar';
import { SiteHeader } from '../components/site-header';
import { site } from '../lib/site';
import './site.css';

export const metadata: Metadata = {
  metadataBase: new URL(site.url),
  title: { default: site.name, template: `%s · ${site.name}` },
  description: site.description,
  alternates: { types: { 'application/rss+xml': '/rss.xml' } },
};

export const viewport: Viewport = { colorScheme: 'light dark' };

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang={site.language}>
      <body>
        <a className="skip" href="#content">
          Skip to the content
        </a>
        <PreviewBar />
        <PreviewBridge />
        <SiteHeader />
        <main id="content">{children}</main>
        <footer>
          <p>
            {site.name} · <a href="/rss.xml">Feed</a>
          </p>
        </footer>
      </body>
    </html>
  );
}
