import { category, rareWord } from '../seed/articles.ts';

/** A list that is requested in both projects. */
export interface GrowthCase {
  /** The figure of this case; null if it has no bound, because its time is linear by design. */
  figure: string | null;
  /** Paths can depend on the number of kites and on the number of previous requests. */
  path: (size: number, n: number) => string;
}

const kites = (query: string) => (query === '' ? '/v1/content/kite' : `/v1/content/kite?${query}`);
const always = (figure: string | null, queries: readonly string[]): GrowthCase[] =>
  queries.map((query) => ({ figure, path: () => kites(query) }));

/** One field of each sortable type, and three timestamps. */
const sortable = [
  'name',
  'price',
  'stock',
  'made',
  'tone',
  'page',
  'created_at',
  'published_at',
  'updated_at',
];

const filters = {
  common: 'where[tone]=tone3',
  rare: 'where[sku]=sku-000007',
  some: 'where[sku][in]=sku-000001,sku-000002,sku-000003',
  narrow: 'where[price][gte]=100&where[price][lt]=140',
  wide: 'where[price][gte]=50',
  beginning: 'where[sku][starts_with]=sku-00000',
};

export const kiteCases: readonly GrowthCase[] = [
  ...always('default_100k_vs_1k', ['']),
  ...always('sorted_100k_vs_1k', [...sortable.map((key) => `sort=${key}`), 'sort=-name', 'sort=-price']),
  ...always('filtered_100k_vs_1k', Object.values(filters)),
  ...always('filtered_sorted_100k_vs_1k', [
    `${filters.common}&sort=price`,
    `${filters.rare}&sort=name`,
    `${filters.some}&sort=made`,
    `${filters.narrow}&sort=-name`,
    `${filters.wide}&sort=page`,
    `${filters.beginning}&sort=price`,
  ]),
  ...always('two_filters_100k_vs_1k', [
    `where[stock]=true&${filters.rare}`,
    `${filters.wide}&${filters.some}`,
    `${filters.common}&${filters.narrow}`,
    `${filters.common}&${filters.beginning}&sort=made`,
  ]),
  ...always(null, [
    'where[name][contains]=17',
    'where[tone][ne]=tone3',
    'where[stock][is_null]=true',
    'where[name][contains]=nothing-like-it',
  ]),
  ...['', 'sort=price&'].flatMap((sort): GrowthCase[] => [
    // First consecutive pages from the middle, as a client reads them; then jumps to distant pages.
    { figure: 'offset_100k_vs_1k', path: (size, n) => kites(`${sort}offset=${size / 2 + (n % 20) * 20}`) },
    {
      figure: null,
      path: (size, n) => kites(`${sort}limit=19&offset=${size - 20 - (n % 40) * (size / 100)}`),
    },
  ]),
];

const articles = (query: string) => `/v1/blog/articles${query}`;

/** `cursor` returns a cursor for page 1,000 of the large project, or for the middle of the small one. */
export function articleCases(cursor: (size: number) => string): GrowthCase[] {
  const figure = 'articles_100k_vs_1k';
  return [
    { figure, path: () => articles('') },
    { figure, path: (size) => articles(`?cursor=${cursor(size)}`) },
    { figure, path: () => articles(`?category=${category}`) },
    { figure, path: () => articles(`?q=${rareWord.word}`) },
    { figure: null, path: () => articles('?q=kite') },
  ];
}
