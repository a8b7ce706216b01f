import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { removeUnfinished } from './object-files.ts';
import { refusal } from './refusal.ts';

/** A bucket and its settings, which are stored as they were sent. */
export interface Bucket {
  readonly name: string;
  readonly policy: string | null;
  readonly cors: string | null;
}

/** The buckets of a folder, each in `<folder>/<name>/bucket.json`. */
export interface Buckets {
  /** Throws `NoSuchBucket`. */
  get(name: string): Bucket;
  find(name: string): Bucket | undefined;
  /** Returns the folder with the bucket's objects. */
  folderOf(bucket: Bucket): string;
  /** Throws `InvalidBucketName` or `BucketAlreadyOwnedByYou`. */
  create(name: string): Promise<void>;
  save(bucket: Bucket): Promise<void>;
}

const namePattern = /^(?!\d+\.\d+\.\d+\.\d+$)[a-z0-9](?:[a-z0-9-]|\.(?!\.)){1,61}[a-z0-9]$/;

/** Reads the buckets into memory once. Only this process may change the folder afterwards. */
export async function openBuckets(folder: string): Promise<Buckets> {
  await mkdir(folder, { recursive: true });
  const held = new Map<string, Bucket>();
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (!entry.isDirectory()) continue;
    await removeUnfinished(join(folder, entry.name));
    const text = await readFile(join(folder, entry.name, 'bucket.json'), 'utf8');
    held.set(entry.name, JSON.parse(text) as Bucket);
  }

  async function save(bucket: Bucket): Promise<void> {
    const file = join(folder, bucket.name, 'bucket.json');
    await mkdir(join(folder, bucket.name), { recursive: true });
    await writeFile(`${file}.new`, JSON.stringify(bucket, null, 2));
    await rename(`${file}.new`, file);
    held.set(bucket.name, bucket);
  }

  return {
    save,
    find: (name) => held.get(name),
    folderOf: (bucket) => join(folder, bucket.name),
    get(name) {
      const bucket = held.get(name);
      if (bucket === undefined) throw refusal('NoSuchBucket', `There is no bucket "${name}".`);
      return bucket;
    },
    async create(name) {
      if (!namePattern.test(name)) throw refusal('InvalidBucketName', `"${name}" is no name for a bucket.`);
      if (held.has(name)) throw refusal('BucketAlreadyOwnedByYou', `Bucket "${name}" is there already.`);
      await save({ name, policy: null, cors: null });
    },
  };
}
