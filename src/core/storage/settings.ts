/** Where the object storage is and with which keys it is spoken to (specification: settings). */
export interface StorageSettings {
  /** Origin that this service reaches, for example `http://minio:9000`. */
  readonly endpoint: string;
  /** Origin that clients reach; signed addresses name it. */
  readonly publicEndpoint: string;
  readonly region: string;
  /** Public-read bucket, for projects whose media is public. */
  readonly bucket: string;
  /** Bucket that answers to signatures only, for projects whose media is private. */
  readonly privateBucket: string;
  readonly accessKey: string;
  readonly secretKey: string;
  /** What precedes the object key in permanent addresses, with or without a slash at the end. */
  readonly publicUrl: string;
  /** Whether uploads of clients are signed to replace nothing; false for a store that does not know `If-None-Match`. */
  readonly uploadOnce?: boolean;
  /** How far tests moved the service's clock, in milliseconds: a store has the real time only. */
  readonly clockOffsetMs?: number;
}

/** One object: its key, and whether it lives in the private bucket. */
export interface ObjectRef {
  readonly key: string;
  readonly private: boolean;
}

export function bucketOf(settings: StorageSettings, isPrivate: boolean): string {
  return isPrivate ? settings.privateBucket : settings.bucket;
}

/** The most that one call to the storage may take, so that a request is answered within 5 s (specification: answer-time). */
export const storageTimeoutMs = 4_000;
