/** The location of the object storage, and its keys (specification: settings). */
export interface StorageSettings {
  /** Origin of the store as this service reaches it, for example `http://minio:9000`. */
  readonly endpoint: string;
  /** Origin of the store as clients reach it. Signed URLs use it. */
  readonly publicEndpoint: string;
  readonly region: string;
  /** Public-read bucket, for projects whose media is public. */
  readonly bucket: string;
  /** Bucket that only signed requests can read, for projects whose media is private. */
  readonly privateBucket: string;
  readonly accessKey: string;
  readonly secretKey: string;
  /** Start of the permanent URLs, with or without a trailing slash. */
  readonly publicUrl: string;
  /** Whether signed uploads never replace an object; false for a store that doesn't support `If-None-Match`. */
  readonly uploadOnce?: boolean;
  /** Milliseconds by which tests moved the service's clock. The store's clock is never moved. */
  readonly clockOffsetMs?: number;
}

/** An object: its key, and whether it is in the private bucket. */
export interface ObjectRef {
  readonly key: string;
  readonly private: boolean;
}

export function bucketOf(settings: StorageSettings, isPrivate: boolean): string {
  return isPrivate ? settings.privateBucket : settings.bucket;
}

/**
 * Timeout of one request to the storage in milliseconds, so that callers get a response within 5 s (specification:
 * answer-time).
 */
export const storageTimeoutMs = 4_000;
