import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

interface CreationOptions {
  challenge: string;
  rp: { id: string };
  user: { id: string };
}

interface RequestOptions {
  challenge: string;
  rpId: string;
}

/** What a test changes about a response before it is signed. */
export interface Tampering {
  type?: string;
  challenge?: string;
  origin?: string;
  crossOrigin?: boolean;
  topOrigin?: string;
  rpId?: string;
  flags?: number;
  counter?: number;
  credentialId?: Buffer;
  userHandle?: string | null;
  fmt?: string;
  attStmt?: ReadonlyMap<string | number, unknown>;
  /** Signs with another key. */
  key?: KeyObject;
}

export const flags = { present: 1, verified: 4, eligible: 8, synced: 16, attested: 64 } as const;
const usual = flags.present | flags.verified;

/** An authenticator with one passkey, which creates and signs WebAuthn responses. */
export class SoftwareAuthenticator {
  readonly #origin: string;
  readonly #key: KeyObject;
  readonly #publicKey: Buffer;
  credentialId = randomBytes(16);
  userHandle = '';
  counter = 0;

  constructor(origin: string, algorithm: Algorithm = 'ES256') {
    this.#origin = origin;
    const { privateKey, publicKey } = newKeys(algorithm);
    this.#key = privateKey;
    this.#publicKey = coseKey(algorithm, publicKey);
  }

  /** The response to options for a new passkey. */
  create(options: CreationOptions, changes: Tampering = {}) {
    this.userHandle = options.user.id;
    const id = changes.credentialId ?? this.credentialId;
    const length = Buffer.alloc(2);
    length.writeUInt16BE(id.length);
    const authData = Buffer.concat([
      authenticatorData({ rpId: options.rp.id, flags: usual, ...changes }, flags.attested),
      ...[Buffer.alloc(16), length, id, this.#publicKey],
    ]);
    const { fmt = 'none', attStmt = new Map() } = changes;
    const attestation = new Map<string, unknown>(Object.entries({ fmt, attStmt, authData }));
    return {
      ...this.#credential(id),
      response: {
        clientDataJSON: this.#clientData('webauthn.create', options, changes).toString('base64url'),
        attestationObject: cbor(attestation).toString('base64url'),
        transports: ['internal'],
      },
    };
  }

  /** The response to options to use the passkey. */
  use(options: RequestOptions, changes: Tampering = {}) {
    const authData = authenticatorData({
      ...{ rpId: options.rpId, flags: usual, counter: this.counter },
      ...changes,
    });
    const clientData = this.#clientData('webauthn.get', options, changes);
    const signed = Buffer.concat([authData, sha256(clientData)]);
    const key = changes.key ?? this.#key;
    const signature = sign(key.asymmetricKeyType === 'ed25519' ? null : 'sha256', signed, key);
    return {
      ...this.#credential(changes.credentialId ?? this.credentialId),
      response: {
        clientDataJSON: clientData.toString('base64url'),
        authenticatorData: authData.toString('base64url'),
        signature: signature.toString('base64url'),
        userHandle: changes.userHandle === undefined ? this.userHandle : changes.userHandle,
      },
    };
  }

  #credential(id: Buffer) {
    const encoded = id.toString('base64url');
    return { id: encoded, rawId: encoded, type: 'public-key', clientExtensionResults: {} };
  }

  #clientData(type: string, { challenge }: { challenge: string }, changes: Tampering): Buffer {
    const { origin, crossOrigin, topOrigin } = changes;
    const data = {
      ...{ type: changes.type ?? type, challenge: changes.challenge ?? challenge },
      ...{ origin: origin ?? this.#origin, crossOrigin: crossOrigin ?? false },
      ...(topOrigin === undefined ? {} : { topOrigin }),
    };
    return Buffer.from(JSON.stringify(data));
  }
}

type Algorithm = 'ES256' | 'EdDSA' | 'RS256';

export function newKeys(algorithm: Algorithm = 'ES256') {
  if (algorithm === 'EdDSA') return generateKeyPairSync('ed25519');
  if (algorithm === 'RS256') return generateKeyPairSync('rsa', { modulusLength: 2048 });
  return generateKeyPairSync('ec', { namedCurve: 'P-256' });
}

/** RFC 9053: a public key as a CBOR map. */
function coseKey(algorithm: Algorithm, key: KeyObject): Buffer {
  const jwk = key.export({ format: 'jwk' });
  const part = (name: 'x' | 'y' | 'n' | 'e') => Buffer.from(jwk[name] ?? '', 'base64url');
  const entries: Record<Algorithm, [number, unknown][]> = {
    ES256: [[1, 2], [3, -7], [-1, 1], [-2, part('x')], [-3, part('y')]], // prettier-ignore
    EdDSA: [[1, 1], [3, -8], [-1, 6], [-2, part('x')]], // prettier-ignore
    RS256: [[1, 3], [3, -257], [-1, part('n')], [-2, part('e')]], // prettier-ignore
  };
  return cbor(new Map(entries[algorithm]));
}

function authenticatorData(
  { rpId, flags: bits, counter = 0 }: { rpId: string; flags: number; counter?: number },
  extraFlags = 0,
): Buffer {
  const rest = Buffer.alloc(5);
  rest.writeUInt8(bits | extraFlags);
  rest.writeUInt32BE(counter, 1);
  return Buffer.concat([sha256(rpId), rest]);
}

/** The part of CBOR that attestations use: integers, strings, bytes, arrays and maps. */
function cbor(value: unknown): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string')
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  if (Array.isArray(value)) return Buffer.concat([head(4, value.length), ...value.map(cbor)]);
  const entries = [...(value as ReadonlyMap<unknown, unknown>)];
  return Buffer.concat([head(5, entries.length), ...entries.flat().map(cbor)]);
}

function head(major: number, length: number): Buffer {
  if (length < 24) return Buffer.from([(major << 5) | length]);
  if (length < 256) return Buffer.from([(major << 5) | 24, length]);
  return Buffer.from([(major << 5) | 25, length >> 8, length & 255]);
}

function sha256(data: string | Buffer): Buffer {
  return createHash('sha256').update(data).digest();
}
