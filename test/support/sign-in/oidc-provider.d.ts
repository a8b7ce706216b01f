/** The part of oidc-provider that tests use; the package has no types of its own. */
declare module 'oidc-provider' {
  import type { RequestListener } from 'node:http';

  export default class Provider {
    constructor(
      issuer: string,
      configuration: {
        clients: readonly object[];
        claims: Readonly<Record<string, readonly string[]>>;
        findAccount: (context: unknown, id: string) => { accountId: string; claims: () => object };
        cookies: { keys: readonly string[] };
      },
    );
    callback(): RequestListener;
  }
}
