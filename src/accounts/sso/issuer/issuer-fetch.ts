import type { CustomFetch } from 'openid-client';
import type { EnvHttpProxyAgent } from 'undici';
import type { IssuerProxies } from '../../../core/util/index.ts';

/** Seconds for one request to an issuer, with its body. */
export const timeoutSeconds = 5;
const maxBytes = 1024 * 1024;

/** The issuer doesn't respond as it should: network failure, timeout, redirect, 5xx or an oversized body. */
export class IssuerUnavailable extends Error {}

/** The issuer responded with a 4xx. */
export class IssuerRefusal extends Error {}

const agents = new WeakMap<IssuerProxies, EnvHttpProxyAgent>();

/** Creates the fetch function of an issuer. @throws IssuerUnavailable, IssuerRefusal */
export function issuerFetch(proxies: IssuerProxies): CustomFetch {
  return async (url, options) => {
    const { EnvHttpProxyAgent, fetch } = await import('./undici.ts');
    const { http: httpProxy = '', https: httpsProxy = '', except: noProxy = '' } = proxies;
    const agent = agents.get(proxies) ?? new EnvHttpProxyAgent({ httpProxy, httpsProxy, noProxy });
    agents.set(proxies, agent);
    const { method, headers, body = null, signal = null } = options;
    const request = { method, headers, body: body as string | null, signal, redirect: 'manual' } as const;
    try {
      const response = await fetch(url, { ...request, dispatcher: agent });
      const { status } = response;
      if (status >= 500 || (status >= 300 && status < 400) || response.type === 'opaqueredirect')
        throw new IssuerUnavailable(`status ${status}`);
      const bytes = response.body === null ? null : await readBody(response.body);
      if (status >= 400) throw new IssuerRefusal(`status ${status}`);
      return new Response(bytes, { status, headers: [...response.headers] });
    } catch (error) {
      if (error instanceof IssuerUnavailable || error instanceof IssuerRefusal) throw error;
      throw new IssuerUnavailable('no response', { cause: error });
    }
  };
}

/** @throws IssuerUnavailable for an oversized body */
async function readBody(body: AsyncIterable<Uint8Array>): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.length;
    if (length > maxBytes) throw new IssuerUnavailable('the body is larger than 1 MiB');
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
}
