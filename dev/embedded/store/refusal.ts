/** The S3 error codes of this store with their statuses. */
const statuses = {
  AccessDenied: 403,
  AccessForbidden: 403,
  AuthorizationHeaderMalformed: 400,
  AuthorizationQueryParametersError: 400,
  BadDigest: 400,
  BucketAlreadyOwnedByYou: 409,
  EntityTooLarge: 400,
  IncompleteBody: 400,
  InternalError: 500,
  InvalidAccessKeyId: 403,
  InvalidArgument: 400,
  InvalidBucketName: 400,
  InvalidRange: 416,
  InvalidURI: 400,
  KeyTooLongError: 400,
  MalformedPolicy: 400,
  MalformedXML: 400,
  MethodNotAllowed: 405,
  MissingContentLength: 411,
  NoSuchBucket: 404,
  NoSuchBucketPolicy: 404,
  NoSuchCORSConfiguration: 404,
  NoSuchKey: 404,
  NotImplemented: 501,
  PreconditionFailed: 412,
  RequestTimeTooSkewed: 403,
  SignatureDoesNotMatch: 403,
  XAmzContentSHA256Mismatch: 400,
} as const;

export type RefusalCode = keyof typeof statuses;

/** An S3 error, sent as XML. */
export class StoreRefusal extends Error {
  readonly code: RefusalCode;
  readonly status: number;
  /** Additional elements of the response: `{ Region: 'eu-central-1' }`. */
  readonly extra: Readonly<Record<string, string>>;

  constructor(code: RefusalCode, message: string, extra: Readonly<Record<string, string>> = {}) {
    super(message);
    this.name = 'StoreRefusal';
    this.code = code;
    this.status = statuses[code];
    this.extra = extra;
  }
}

/** Creates an error to throw: `throw refusal('NoSuchKey', 'There is no such object.')`. */
export function refusal(
  code: RefusalCode,
  message: string,
  extra?: Readonly<Record<string, string>>,
): StoreRefusal {
  return new StoreRefusal(code, message, extra);
}

/** Returns the XML of an error. */
export function refusalXml(
  { code, message, extra }: StoreRefusal,
  resource: string,
  requestId: string,
): string {
  const elements = { Code: code, Message: message, ...extra, Resource: resource, RequestId: requestId };
  const inner = Object.entries(elements).map(([name, text]) => `<${name}>${escapeXml(text)}</${name}>`);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<Error>${inner.join('')}</Error>`;
}

export function escapeXml(text: string): string {
  return text.replace(/[<>&"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
