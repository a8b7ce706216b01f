import { type Static, Type } from '@sinclair/typebox';
import type { MailSettings } from '../../outbound/mail.ts';
import type { SettingError } from '../setting-errors.ts';

/** The server that sends e-mail. Without it, Galley sends none. */
export const mailVariables = {
  SMTP_URL: Type.Optional(
    Type.String({
      pattern: '^smtps?://[^\\s/]+/?$',
      description: 'an address such as smtps://user:password@mail.example.com',
    }),
  ),
  MAIL_FROM: Type.Optional(
    Type.String({
      pattern: '^([^<>\\r\\n]*<[^\\s<>@]+@[^\\s<>@]+>|[^\\s<>@]+@[^\\s<>@]+)$',
      description: 'an e-mail address such as Galley <galley@example.com>',
    }),
  ),
};

type Values = { [V in keyof typeof mailVariables]?: Static<(typeof mailVariables)[V]> };

/** Accepts URLs whose user and password can be decoded. */
export function smtpUrlError(value: string): string | null {
  try {
    const { username, password } = new URL(value);
    decodeURIComponent(username + password);
    return null;
  } catch {
    return 'must be a URL such as smtps://user:password@mail.example.com. Encode special characters of user and password, such as % as %25.';
  }
}

/** Each of the two variables needs the other one. */
export function mailErrors({ SMTP_URL: url, MAIL_FROM: from }: Values): SettingError[] {
  if (url !== undefined && from === undefined)
    return [{ variable: 'MAIL_FROM', message: 'is missing: the address from which SMTP_URL sends e-mail.' }];
  if (from !== undefined && url === undefined)
    return [{ variable: 'SMTP_URL', message: 'is missing: the server that sends e-mail from MAIL_FROM.' }];
  return [];
}

/** Null if Galley sends no e-mail. */
export function mailSettingsOf({ SMTP_URL: url, MAIL_FROM: from }: Values): MailSettings | null {
  return url === undefined || from === undefined ? null : { url, from };
}
