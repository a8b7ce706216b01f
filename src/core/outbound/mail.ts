export interface MailSettings {
  /** `smtp://` or `smtps://`, with user and password. */
  url: string;
  from: string;
}

export interface Mail {
  to: string;
  subject: string;
  /** Plain text. */
  text: string;
}

export type SendMail = (mail: Mail) => Promise<void>;

/** Milliseconds to connect to the server, and to wait for each of its replies. */
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

/** Sends e-mail over SMTP. The library is loaded with the first e-mail. */
export function mailSender({ url, from }: MailSettings): SendMail {
  return async (mail) => {
    const { createTransport } = await import('nodemailer');
    const { hostname, port, username, password, protocol } = new URL(url);
    const isSecure = protocol === 'smtps:';
    const transport = createTransport({
      ...timeouts,
      host: hostname.replace(/^\[|\]$/g, ''), // without the brackets of IPv6 addresses
      port: port === '' ? (isSecure ? 465 : 587) : Number(port),
      secure: isSecure,
      ...(username === ''
        ? {}
        : { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
      disableFileAccess: true,
      disableUrlAccess: true,
    });
    try {
      await transport.sendMail({ from, textEncoding: 'quoted-printable', ...mail });
    } finally {
      transport.close();
    }
  };
}

/** What failed, without addresses: `EAUTH 535`. */
export function mailFailure(error: unknown): string {
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
  const parts = [code, responseCode].filter((part) => typeof part === 'string' || typeof part === 'number');
  return parts.length === 0 ? 'unknown error' : parts.join(' ');
}
