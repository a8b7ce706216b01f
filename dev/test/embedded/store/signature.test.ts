import { describe, expect, it } from 'vitest';
import type { WireRequest } from '../../../embedded/store/canonical-request.ts';
import { callerOf, type Owner } from '../../../embedded/store/signature.ts';
import { presignUpload } from '../../../../src/core/storage/signing.ts';

/** The keys, requests and signatures of the examples in Amazon's documentation of Signature Version 4. */
const amazon: Owner = {
  accessKey: 'AKIAIOSFODNN7EXAMPLE',
  secretKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  region: 'us-east-1',
  now: new Date('2013-05-24T00:00:00Z'),
  skewMaxMs: 15 * 60_000,
};
const scope = 'AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request';
const emptySha256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
const host = 'examplebucket.s3.amazonaws.com';

function authorization(signedHeaders: string, signature: string): string {
  return `AWS4-HMAC-SHA256 Credential=${scope},SignedHeaders=${signedHeaders},Signature=${signature}`;
}

function code(act: () => unknown): unknown {
  try {
    return act();
  } catch (error) {
    return (error as { code?: string }).code;
  }
}

const ranged: WireRequest = {
  method: 'GET',
  path: '/test.txt',
  query: '',
  headers: {
    host,
    range: 'bytes=0-9',
    'x-amz-content-sha256': emptySha256,
    'x-amz-date': '20130524T000000Z',
    authorization: authorization(
      'host;range;x-amz-content-sha256;x-amz-date',
      'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
    ),
  },
};

const presigned: WireRequest = {
  method: 'GET',
  path: '/test.txt',
  query: [
    'X-Amz-Algorithm=AWS4-HMAC-SHA256',
    `X-Amz-Credential=${encodeURIComponent(scope)}`,
    'X-Amz-Date=20130524T000000Z',
    'X-Amz-Expires=86400',
    'X-Amz-SignedHeaders=host',
    'X-Amz-Signature=aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404',
  ].join('&'),
  headers: { host },
};

describe('signatures of the embedded store', () => {
  it('takes the published example of a signed read', () => {
    expect(callerOf(ranged, amazon)).toEqual({ kind: 'owner', bodySha256: emptySha256 });
  });

  it('takes the published example of a signed write with signs to escape', () => {
    const bodySha256 = '44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072';
    const request: WireRequest = {
      method: 'PUT',
      path: '/test%24file.text',
      query: '',
      headers: {
        host,
        date: 'Fri, 24 May 2013 00:00:00 GMT',
        'x-amz-content-sha256': bodySha256,
        'x-amz-date': '20130524T000000Z',
        'x-amz-storage-class': 'REDUCED_REDUNDANCY',
        authorization: authorization(
          'date;host;x-amz-content-sha256;x-amz-date;x-amz-storage-class',
          '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
        ),
      },
    };

    expect(callerOf(request, amazon)).toEqual({ kind: 'owner', bodySha256 });
  });

  it('takes the published example of a signed subresource', () => {
    const request: WireRequest = {
      ...ranged,
      path: '/',
      query: 'lifecycle',
      headers: {
        host,
        'x-amz-content-sha256': emptySha256,
        'x-amz-date': '20130524T000000Z',
        authorization: authorization(
          'host;x-amz-content-sha256;x-amz-date',
          'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543',
        ),
      },
    };

    expect(callerOf(request, amazon)).toEqual({ kind: 'owner', bodySha256: emptySha256 });
  });

  it('takes the published example of a signed address until its last second', () => {
    const lastMoment = new Date('2013-05-24T23:59:59.999Z');

    expect(callerOf(presigned, { ...amazon, now: lastMoment })).toEqual({ kind: 'owner', bodySha256: null });
    expect(code(() => callerOf(presigned, { ...amazon, now: new Date('2013-05-25T00:00:00Z') }))).toBe(
      'AccessDenied',
    );
  });

  it.each<[string, Partial<WireRequest>, Partial<Owner>, string]>([
    ['another method', { method: 'PUT' }, {}, 'SignatureDoesNotMatch'],
    ['another path', { path: '/test.txt2' }, {}, 'SignatureDoesNotMatch'],
    ['another host', { headers: { host: 'example.com' } }, {}, 'SignatureDoesNotMatch'],
    ['a longer life', { query: presigned.query.replace('86400', '86401') }, {}, 'SignatureDoesNotMatch'],
    ['one more parameter', { query: `${presigned.query}&x-id=GetObject` }, {}, 'SignatureDoesNotMatch'],
    ['an altered signature', { query: presigned.query.replace(/4$/, '5') }, {}, 'SignatureDoesNotMatch'],
    [
      'a signature that is none',
      { query: presigned.query.replace(/aeeed9/, 'äöüß') },
      {},
      'SignatureDoesNotMatch',
    ],
    ['another secret', {}, { secretKey: 'other' }, 'SignatureDoesNotMatch'],
    ['another key', {}, { accessKey: 'other' }, 'InvalidAccessKeyId'],
    ['another region', {}, { region: 'eu-central-1' }, 'AuthorizationQueryParametersError'],
    ['a store a day behind', {}, { now: new Date('2013-05-23T00:00:00Z') }, 'AccessDenied'],
    [
      'no expiry',
      { query: presigned.query.replace('X-Amz-Expires=86400&', '') },
      {},
      'AuthorizationQueryParametersError',
    ],
    [
      'a life over a week',
      { query: presigned.query.replace('86400', '604801') },
      {},
      'AuthorizationQueryParametersError',
    ],
    ['no life', { query: presigned.query.replace('86400', '0') }, {}, 'AuthorizationQueryParametersError'],
    [
      'a parameter twice',
      { query: `${presigned.query}&X-Amz-Expires=5` },
      {},
      'AuthorizationQueryParametersError',
    ],
    ['an unsigned x-amz header', { headers: { host, 'x-amz-meta-a': 'b' } }, {}, 'AccessDenied'],
    [
      'an unsigned host',
      { query: presigned.query.replace('Headers=host', 'Headers=range') },
      {},
      'AccessDenied',
    ],
    ['two signatures', { headers: { ...ranged.headers } }, {}, 'InvalidArgument'],
    ['a broken escape', { query: `${presigned.query}&a=%zz` }, {}, 'InvalidURI'],
    [
      'another date in its scope',
      { query: presigned.query.replace('20130524%2F', '20130525%2F') },
      {},
      'AuthorizationQueryParametersError',
    ],
  ])('refuses an address with %s', (_, request, owner, expected) => {
    expect(code(() => callerOf({ ...presigned, ...request }, { ...amazon, ...owner }))).toBe(expected);
  });

  it.each<[string, Record<string, string>, Partial<Owner>, string]>([
    ['a body other than signed', { 'x-amz-content-sha256': 'a'.repeat(64) }, {}, 'SignatureDoesNotMatch'],
    ['a covered header changed', { range: 'bytes=0-8' }, {}, 'SignatureDoesNotMatch'],
    [
      'chunked signatures',
      { 'x-amz-content-sha256': 'STREAMING-AWS4-HMAC-SHA256-PAYLOAD' },
      {},
      'NotImplemented',
    ],
    ['no digest of the body', { 'x-amz-content-sha256': '' }, {}, 'InvalidArgument'],
    ['another scheme', { authorization: 'Bearer a' }, {}, 'AuthorizationHeaderMalformed'],
    ['an old date', {}, { now: new Date('2013-05-24T00:15:01Z') }, 'RequestTimeTooSkewed'],
    ['a date to come', {}, { now: new Date('2013-05-23T23:44:59Z') }, 'RequestTimeTooSkewed'],
  ])('refuses signed headers with %s', (_, headers, owner, expected) => {
    const request = { ...ranged, headers: { ...ranged.headers, ...headers } };

    expect(code(() => callerOf(request, { ...amazon, ...owner }))).toBe(expected);
  });

  it('knows a request without any signature as anonymous', () => {
    expect(callerOf({ ...presigned, query: 'x-id=GetObject' }, amazon)).toEqual({ kind: 'anonymous' });
  });

  it('agrees with the signer of the service', () => {
    const { accessKey, secretKey, region, now } = amazon;
    const endpoint = 'https://s3.example.com';
    const upload = presignUpload(
      {
        endpoint,
        publicEndpoint: endpoint,
        publicUrl: endpoint,
        region,
        bucket: 'a',
        privateBucket: 'b',
        accessKey,
        secretKey,
      },
      { private: true, key: 'p/m/a.svg', contentType: 'image/svg+xml', sizeBytes: 12, now },
    );
    const { pathname, search, host: signedHost, searchParams } = new URL(upload.url);
    const sent = Object.fromEntries(
      Object.entries(upload.headers).map(([name, value]) => [name.toLowerCase(), value]),
    );

    expect(searchParams.get('X-Amz-SignedHeaders')).toBe(
      'content-disposition;content-length;content-type;host',
    );
    expect(pathname).toBe('/b/p/m/a.svg');
    expect(
      callerOf(
        { method: 'PUT', path: pathname, query: search.slice(1), headers: { host: signedHost, ...sent } },
        amazon,
      ),
    ).toEqual({ kind: 'owner', bodySha256: null });
  });
});
