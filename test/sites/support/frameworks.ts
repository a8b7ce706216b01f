/** What differs between the sites of two starters, as far as a test must know it. */
export interface Framework {
  /** What `--starter` takes. */
  readonly starter: 'astro' | 'next';
  /** The folder that `npm run build` makes. */
  readonly built: string;
  /** Says HIT of a page that was not made for the request. */
  readonly keptHeader: string;
  /** Whether a page wins over a redirect from its path. Next redirects before it looks for a page. */
  readonly pageWins: boolean;
  /** Scripts of a page, as they come over the wire. */
  readonly scriptBytesMax: number;
  /** Whether scripts that stand in the page count as scripts. Those of Next are the page again, and count as HTML. */
  readonly isInlineScript: boolean;
}

export const astro: Framework = {
  starter: 'astro',
  built: 'dist',
  keptHeader: 'X-Astro-Cache',
  pageWins: true,
  scriptBytesMax: 8 * 1024,
  isInlineScript: true,
};

export const next: Framework = {
  starter: 'next',
  built: '.next',
  keptHeader: 'X-Nextjs-Cache',
  pageWins: false,
  scriptBytesMax: 150 * 1024,
  isInlineScript: false,
};
