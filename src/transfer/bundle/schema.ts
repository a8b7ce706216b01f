/** The newest version of the bundle that this Galley reads. */
export const bundleVersion = 1;

/** `bundle.json`. */
export interface BundleManifest {
  galley_bundle: number;
  /** The system that the content comes from, for example `wordpress:old.example.com`. */
  source: string;
  created_at?: string;
}

export const manifestFile = 'bundle.json';
export const lossesFile = 'losses.ndjson';

/** The files of a bundle, in the order in which they are loaded: each item after the items that it needs. */
export const bundleFiles = [
  'blocks',
  'types',
  'media',
  'authors',
  'categories',
  'kb-collections',
  'kb-sections',
  'kb-articles',
  'entries',
  'articles',
  'redirects',
] as const;
export type BundleFile = (typeof bundleFiles)[number];

/** Maximum characters of a source id, and maximum bytes of a line. */
export const sourceIdCharsMax = 200;
export const lineBytesMax = 16 * 1024 * 1024;

/** One line of a file. */
export interface BundleLine {
  file: BundleFile;
  /** Counted from 1. */
  line: number;
  /** The id in the former system; the slug of a type or block. */
  sourceId: string;
  body: Record<string, unknown>;
}

/** The key of a line that identifies the item. */
export function idKeyOf(file: BundleFile): 'slug' | 'source_id' {
  return file === 'types' || file === 'blocks' ? 'slug' : 'source_id';
}

export const fileNameOf = (file: BundleFile) => `${file}.ndjson`;
