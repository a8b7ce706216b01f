/** An id by which the service recognizes retries. `crypto.randomUUID` would not work on pages without TLS. */
export function newRequestId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
