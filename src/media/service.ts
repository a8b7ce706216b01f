export { changeAsset, deleteAsset, replaceFile } from './change.ts';
export { sweepMedia } from './expiry.ts';
export { usesOfAsset } from './used-by.ts';
export { imageSource } from './images.ts';
export { listAssets, readAsset } from './reading.ts';
export { askUpload, confirmUpload } from './upload.ts';
