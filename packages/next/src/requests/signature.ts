/** The headers of a signed request, in the format of Galley's purge targets. */
export async function signedHeaders(
  body: string,
  secret: string,
  now: Date,
): Promise<Record<string, string>> {
  const encoder = new TextEncoder();
  const timestamp = String(Math.floor(now.getTime() / 1000));
  const hmac = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', encoder.encode(secret), hmac, false, ['sign']);
  const signature = await crypto.subtle.sign('HMAC', key, encoder.encode(`${timestamp}.${body}`));
  const digest = [...new Uint8Array(signature)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return {
    'Content-Type': 'application/json',
    'X-Service-Timestamp': timestamp,
    'X-Service-Signature': `sha256=${digest}`,
  };
}
