/** Writes through the service; answers the body. @throws Error for anything but a success */
export async function write(
  { url, token }: { url: string; token: string },
  method: 'POST' | 'PUT' | 'PATCH',
  [path, body]: readonly [string, object],
): Promise<Record<string, unknown>> {
  const answer = await fetch(`${url}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
  return JSON.parse(text) as Record<string, unknown>;
}
