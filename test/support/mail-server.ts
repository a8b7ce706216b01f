import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { cleanup } from './cleanup.ts';

export interface ReceivedMail {
  from: string;
  to: string[];
  /** Headers and text, with the encoding of the transport removed. */
  content: string;
}

export interface MailServer {
  url: string;
  mails: readonly ReceivedMail[];
  /** Rejects further e-mail with this code; null accepts it again. */
  reject: (code: number | null) => void;
}

/** A real SMTP server for one test file. */
export async function startMailServer(): Promise<MailServer> {
  const mails: ReceivedMail[] = [];
  let rejection: number | null = null;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onAuth: ({ username, password }, _session, done) => {
      if (username === 'galley' && password === 'p@ss') done(null, { user: username });
      else done(new Error('wrong password'));
    },
    onData(stream, { envelope: { mailFrom, rcptTo } }, done) {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        if (rejection !== null) return done(Object.assign(new Error('not now'), { responseCode: rejection }));
        mails.push({
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          content: decoded(Buffer.concat(parts).toString('utf8')),
        });
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cleanup(() => new Promise<void>((resolve) => server.close(() => resolve())));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://galley:p%40ss@127.0.0.1:${port}`,
    mails,
    reject: (code) => {
      rejection = code;
    },
  };
}

/** Without the soft line breaks and the characters of quoted-printable. */
function decoded(text: string): string {
  const joined = text.replace(/=\r\n/g, '').replaceAll('\r\n', '\n');
  return joined.replace(/(?:=[0-9A-F]{2})+/g, (bytes) =>
    Buffer.from(bytes.replaceAll('=', ''), 'hex').toString('utf8'),
  );
}
