/** How long a browser that was here over TLS refuses to come without, in seconds. */
const tlsOnlySeconds = 365 * 24 * 3600;

/**
 * What every answer carries, from every part of the service: a browser keeps to the declared type, and comes over TLS
 * alone where the service is reached that way. Other hosts of the domain are not spoken for.
 */
export function safetyHeaders(baseUrl: string): Readonly<Record<string, string>> {
  return {
    'X-Content-Type-Options': 'nosniff',
    ...(baseUrl.startsWith('https:') && { 'Strict-Transport-Security': `max-age=${tlsOnlySeconds}` }),
  };
}
