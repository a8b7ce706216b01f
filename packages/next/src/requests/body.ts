/** The largest purge request that the site accepts, in bytes. A purge of 256 tags is far smaller. */
export const bodyBytesMax = 262_144;

/** Reads the body of a request. Returns null, and stops reading, if the body is larger than `bytesMax`. */
export async function readBody(request: Request, bytesMax: number): Promise<Uint8Array | null> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of request.body ?? []) {
    length += chunk.length;
    if (length > bytesMax) return null;
    chunks.push(chunk);
  }
  const body = new Uint8Array(length);
  chunks.reduce((offset, chunk) => (body.set(chunk, offset), offset + chunk.length), 0);
  return body;
}
