/** Far above what a purge of 256 tags has, in bytes. */
export const bodyBytesMax = 262_144;

/** The bytes of a request's body; null when there are more than `bytesMax`, of which no more are read. */
export async function boundedBody(request: Request, bytesMax: number): Promise<Uint8Array | null> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of request.body ?? []) {
    length += part.length;
    if (length > bytesMax) return null;
    parts.push(part);
  }
  const whole = new Uint8Array(length);
  parts.reduce((at, part) => (whole.set(part, at), at + part.length), 0);
  return whole;
}
