export { AddressGuard, ForbiddenAddress } from './address-guard.ts';
export { Names } from './names.ts';
export { type Exchange, Outbound } from './post-json.ts';
export type { Sending } from './sending.ts';
export { type Mail, mailFailure, mailSender, type MailSettings, type SendMail } from './mail.ts';
