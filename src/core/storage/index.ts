export { checkBuckets } from './bucket/bucket-check.ts';
export { type BucketError, innermostReason } from './bucket/bucket-error.ts';
export { setUpBuckets, setUpRights, type SetUpStep } from './bucket/bucket-setup.ts';
export { isRejection } from './store-errors.ts';
export { objectKey } from './object-key.ts';
export { type ObjectRef, type StorageSettings, storageTimeoutMs } from './settings.ts';
export { encodeKey, presignUpload, type UploadToSign } from './signing.ts';
export { createStorage, type Storage } from './storage.ts';
