import { S3Refusal } from './failures.ts';
import type { StorageSettings } from './settings.ts';
import { sendSigned, type SignedAnswer } from './signed-request.ts';
import { pathOf } from './signing.ts';

/** What a store returns about an object. */
export interface ObjectHead {
  /** Bytes; NaN where the store does not send it. */
  size: number;
  /** As it was sent, or the empty string. */
  contentType: string;
}

/** What a store answers without a body, by the words that S3 has for it. */
const codesOfStatus: Readonly<Record<number, string>> = {
  301: 'PermanentRedirect',
  307: 'TemporaryRedirect',
  403: 'AccessDenied',
  404: 'NotFound',
  503: 'SlowDown',
};

/** @throws S3Refusal, or what fetch throws where the store does not answer within 4 s */
export async function headOf(settings: StorageSettings, bucket: string, key: string): Promise<ObjectHead> {
  const { headers } = accepted(await sendSigned(settings, 'HEAD', pathOf(bucket, key)));
  return {
    size: Number.parseInt(headers.get('content-length') ?? '', 10),
    contentType: headers.get('content-type') ?? '',
  };
}

/** Removes an object; it does not matter whether it was there. @throws as above */
export async function removeObject(settings: StorageSettings, bucket: string, key: string): Promise<void> {
  accepted(await sendSigned(settings, 'DELETE', pathOf(bucket, key)));
}

function accepted(answer: SignedAnswer): SignedAnswer {
  const { status, text } = answer;
  if (status === 200 || status === 204) return answer;
  throw new S3Refusal(/<Code>([^<]+)<\/Code>/.exec(text)?.[1] ?? codesOfStatus[status] ?? '', status);
}
