import { apiError } from '../../contract/errors/api-error.ts';
import { callStore } from './client.ts';
import { isMissingObject, unavailable } from './store-errors.ts';
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
  /** As sent with the upload, or empty. */
  readonly contentType: string;
}

/** The object storage. Signing needs no request; the rest throws `temporarily_unavailable` within 4 s when it fails. */
export interface Storage {
  presignUpload(upload: UploadToSign): SignedUpload;
  presignDownload(download: DownloadToSign): Promise<SignedDownload>;
  /** The permanent URL of an object in the public bucket. */
  publicUrlOf(key: string): string;
  /** Null if there is no such object. */
  stat(object: ObjectRef): Promise<ObjectStat | null>;
  /**
   * Checks that a private object can be read only with a signature: the object itself if it exists, otherwise its bucket,
   * whose result is cached for some seconds. @throws temporarily_unavailable while everyone can read it
   */
  keepPrivate(object: ObjectRef, isThere: boolean): Promise<void>;
  /** Copies an object to another key, also of the other bucket, up to 5 GiB. @throws temporarily_unavailable */
  copy(from: ObjectRef, to: ObjectRef): Promise<void>;
  /** Removes an object, if it exists. */
  remove(object: ObjectRef): Promise<void>;
}

/** Opens no connection; `checkBuckets` checks the storage. */
export function createStorage(settings: StorageSettings): Storage {
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
        if (isMissingObject(error)) return null;
        throw unavailable(error);
      }
    },

    async keepPrivate(object, isThere) {
      if (!object.private) return;
      const isOpen = isThere ? await privacy.isObjectOpen(object.key) : await privacy.isBucketOpen();
      if (isOpen) throw apiError('temporarily_unavailable', { because: 'private_bucket_is_open' });
    },

    async copy(from, to) {
      try {
        const source = `/${bucketOf(settings, from.private)}/${from.key}`; // the client encodes it
        const bucket = bucketOf(settings, to.private);
        await callStore(settings, (client) => client.copyObject(bucket, to.key, source));
      } catch (error) {
        throw unavailable(error);
      }
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
