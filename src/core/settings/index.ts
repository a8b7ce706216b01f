export { auditLogSettingsOf } from './audit.ts';
export {
  allowedSubnetsOf,
  baseUrlOf,
  bodyBoundsOf,
  boundsOf,
  type Config,
  responseBoundsOf,
  readConfig,
  readToolConfig,
  type Variables,
} from './config.ts';
export { isThisMachine } from './example-secrets.ts';
export { heldBoundsOf } from './held-bounds.ts';
export { imageServiceOf } from './image-service.ts';
export { InvalidSettings, settingErrorText } from './setting-errors.ts';
export { storageOriginsOf, storageSettingsOf } from './storage-config.ts';
export { previousNamesIn } from './renamed.ts';
