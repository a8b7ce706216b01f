export { changeAsset, deleteAsset, replaceFile } from './change.ts';
export { sweepMedia } from './expiry.ts';
export { imageSource } from './images.ts';
export { assetIdOf, listAssets, readAsset } from './reading.ts';
export { askUpload, confirmUpload, type UploadOptions } from './upload.ts';
