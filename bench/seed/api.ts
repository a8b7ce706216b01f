/** Sends a write to the service; returns the response body. @throws Error if the response isn't 2xx */
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
