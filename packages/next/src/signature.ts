/** The headers of a delivery that is signed with a secret, as Galley signs those of purge targets. */
export async function signedHeaders(
  body: string,
  secret: string,
  now: Date,
): Promise<Record<string, string>> {
  const text = new TextEncoder();
  const timestamp = String(Math.floor(now.getTime() / 1000));
  const hmac = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', text.encode(secret), hmac, false, ['sign']);
  const signature = await crypto.subtle.sign('HMAC', key, text.encode(`${timestamp}.${body}`));
  const digest = [...new Uint8Array(signature)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return {
    'Content-Type': 'application/json',
    'X-Service-Timestamp': timestamp,
    'X-Service-Signature': `sha256=${digest}`,
  };
}
