export { auditLogSettingsOf } from './variables/audit.ts';
export { backupSettingsOf } from './variables/backup-settings.ts';
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
export { heldBoundsOf } from './variables/held-connections.ts';
export { imageServiceOf } from './variables/image-service.ts';
export { InvalidSettings, settingErrorText } from './setting-errors.ts';
export { mailSettingsOf } from './variables/mail.ts';
export { storageOriginsOf, storageSettingsOf } from './variables/storage.ts';
export { previousNamesIn } from './previous-names.ts';
