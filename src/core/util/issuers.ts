/** An OpenID Connect issuer from the environment (specification: sign-in-issuers). */
export interface Issuer {
  /** `corp`, as in `OIDC_ISSUERS`. */
  name: string;
  /** The issuer URL, exactly as in its discovery document. */
  url: string;
  clientId: string;
  clientSecret: string;
  /** The name on buttons. */
  label: string;
  scopes: string;
  /** The claim with the groups: a claim of this name, otherwise a dotted path. */
  groupsClaim: string;
  sessionHours: number;
  /** Domains whose verified addresses match existing accounts, in lower case. */
  emailDomains: readonly string[];
  secondFactor: 'amr' | 'trusted';
}

/** Proxies for requests to issuers; undefined for none. */
export interface IssuerProxies {
  http?: string;
  https?: string;
  /** Hosts that are reached without a proxy. */
  except?: string;
}

export interface Issuers {
  list: readonly Issuer[];
  proxies: IssuerProxies;
}
