/** Differences between the starters that the tests depend on. */
export interface Framework {
  /** The value of `--starter`. */
  readonly starter: 'astro' | 'next';
  /** The folder that `npm run build` creates. */
  readonly buildFolder: string;
  /** Has the value HIT if the page was not rendered for the request. */
  readonly cacheHeader: string;
  /** Whether a page takes precedence over a redirect from its path. Next redirects before it looks for a page. */
  readonly pageWins: boolean;
  /** Maximum size of the scripts of a page, compressed as sent. */
  readonly scriptBytesMax: number;
  /** Whether inline scripts count as scripts. Those of Next repeat the page and count as HTML. */
  readonly isInlineScript: boolean;
}

export const astro: Framework = {
  starter: 'astro',
  buildFolder: 'dist',
  cacheHeader: 'X-Astro-Cache',
  pageWins: true,
  scriptBytesMax: 8 * 1024,
  isInlineScript: true,
};

export const next: Framework = {
  starter: 'next',
  buildFolder: '.next',
  cacheHeader: 'X-Nextjs-Cache',
  pageWins: false,
  scriptBytesMax: 150 * 1024,
  isInlineScript: false,
};
