import { describe, expect, it } from 'vitest';
import { mailErrors, mailSettingsOf, smtpUrlError } from '../../../../src/core/settings/variables/mail.ts';
import { mailFailure } from '../../../../src/core/outbound/mail.ts';

const SMTP_URL = 'smtps://user:p%40ss@mail.example.com';
const MAIL_FROM = 'Galley <galley@example.com>';

describe('the settings of e-mail', () => {
  it('need each other', () => {
    expect(mailErrors({})).toEqual([]);
    expect(mailErrors({ SMTP_URL, MAIL_FROM })).toEqual([]);
    expect(mailErrors({ SMTP_URL })).toMatchObject([{ variable: 'MAIL_FROM' }]);
    expect(mailErrors({ MAIL_FROM })).toMatchObject([{ variable: 'SMTP_URL' }]);
  });

  it('accept a URL that can be used', () => {
    for (const url of [SMTP_URL, 'smtp://localhost:1025', 'smtp://[::1]:25/'])
      expect(smtpUrlError(url), url).toBeNull();
    for (const url of ['smtp://mail.example.com:70000', 'smtps://user:100%@mail.example.com', 'smtp://:25'])
      expect(smtpUrlError(url), url).toMatch(/^must be a URL/);
  });

  it('send e-mail only together', () => {
    expect(mailSettingsOf({ SMTP_URL, MAIL_FROM })).toEqual({ url: SMTP_URL, from: MAIL_FROM });
    expect(mailSettingsOf({ MAIL_FROM })).toBeNull();
  });
});

it('describes a failure by its codes, without the addresses in its message', () => {
  const error = Object.assign(new Error('550 <ada@example.com> unknown'), {
    code: 'EENVELOPE',
    responseCode: 550,
  });
  expect(mailFailure(error)).toBe('EENVELOPE 550');
  expect(mailFailure(new Error('ada@example.com'))).toBe('unknown error');
});
