export { changeAsset, deleteAsset, replaceFile } from './change.ts';
export { sweepMedia } from './expiry.ts';
export { imageSource } from './images.ts';
export { listAssets, readAsset } from './reading.ts';
export { findBySource } from './repository.ts';
export { askUpload, confirmUpload, type UploadOptions } from './upload.ts';
