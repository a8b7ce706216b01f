import { apiError } from '../../contract/errors/api-error.ts';
import { callStore } from './client.ts';
import { isAbsent, unavailable } from './failures.ts';
import { Privacy } from './bucket/privacy.ts';
import { bucketOf, type ObjectRef, type StorageSettings } from './settings.ts';
import {
  type DownloadToSign,
  encodeKey,
  presignDownload,
  presignUpload,
  type SignedDownload,
  type SignedUpload,
  type UploadToSign,
} from './signing.ts';

/** What the store returns about an object. */
export interface ObjectStat {
  readonly sizeBytes: number;
  /** As it was sent, or the empty string. */
  readonly contentType: string;
}

/** The object storage. Signing needs no request; the rest throws `temporarily_unavailable` within 4 s when it fails. */
export interface Storage {
  presignUpload(upload: UploadToSign): SignedUpload;
  presignDownload(download: DownloadToSign): Promise<SignedDownload>;
  /** The permanent address of an object in the public bucket. */
  publicUrlOf(key: string): string;
  /** Null when there is no such object. */
  stat(object: ObjectRef): Promise<ObjectStat | null>;
  /**
   * Makes sure that a private object is for signatures alone: this one when it is there, else what will come into its
   * bucket, by a test that is believed for some seconds. @throws temporarily_unavailable while every reader can read it
   */
  keepPrivate(object: ObjectRef, isThere: boolean): Promise<void>;
  /** Removes an object; it does not matter whether it was there. */
  remove(object: ObjectRef): Promise<void>;
}

/** Makes the storage. Opens no connection; ask `checkBuckets` whether it is well. */
export function makeStorage(settings: StorageSettings): Storage {
  const privacy = new Privacy(settings);
  const publicBase = settings.publicUrl.replace(/\/+$/, '');
  return {
    presignUpload: (upload) => presignUpload(settings, upload),
    presignDownload: (download) => presignDownload(settings, download),
    publicUrlOf: (key) => `${publicBase}/${encodeKey(key)}`,

    async stat(object) {
      try {
        const bucket = bucketOf(settings, object.private);
        const stat = await callStore(settings, (client) => client.statObject(bucket, object.key));
        return { sizeBytes: stat.size, contentType: String(stat.metaData['content-type'] ?? '') };
      } catch (error) {
        if (isAbsent(error)) return null;
        throw unavailable(error);
      }
    },

    async keepPrivate(object, isThere) {
      if (!object.private) return;
      const isOpen = isThere ? await privacy.isObjectOpen(object.key) : await privacy.isBucketOpen();
      if (isOpen) throw apiError('temporarily_unavailable', { because: 'private_bucket_is_open' });
    },

    async remove(object) {
      try {
        const bucket = bucketOf(settings, object.private);
        await callStore(settings, (client) => client.removeObject(bucket, object.key));
      } catch (error) {
        throw unavailable(error);
      }
    },
  };
}
