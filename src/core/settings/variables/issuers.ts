import type { Issuer, IssuerProxies, Issuers } from '../../util/issuers.ts';
import { valueOf } from '../previous-names.ts';
import type { SettingError } from '../setting-errors.ts';
import { issuerUrlError } from './issuer-url.ts';

type Environment = Readonly<Record<string, string | undefined>>;
/** Returns what is wrong with a value, as the end of "The variable X ...", or null. */
type Rule = (value: string, environment: Environment) => string | null;

interface Part {
  /** The value of an omitted variable; absent if it is required. */
  fallback?: (name: string) => string;
  rule: Rule;
}

const maxIssuers = 10;
const namePattern = /^[a-z][a-z0-9]{0,19}$/;
const domainPattern = /^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)+$/;

/** The variables of each issuer, by the end of their names. */
const parts = {
  ISSUER: { rule: (value, { NODE_ENV }) => issuerUrlError(value, NODE_ENV === 'production') },
  CLIENT_ID: { rule: () => null },
  CLIENT_SECRET: { rule: () => null },
  LABEL: {
    fallback: (name) => `${name.charAt(0).toUpperCase()}${name.slice(1)}`,
    rule: ruleOf((value) => /^\P{Cc}{1,40}$/u.test(value), 'must have 1 to 40 characters.'),
  },
  SCOPES: {
    fallback: () => 'openid email profile',
    rule: ruleOf(
      (value) => /^[\x21-\x7e]+( [\x21-\x7e]+)*$/.test(value) && value.split(' ').includes('openid'),
      'must list scopes, separated by spaces, and include openid: openid email profile',
    ),
  },
  GROUPS_CLAIM: {
    fallback: () => 'groups',
    rule: ruleOf((value) => /^\S{1,200}$/.test(value), 'must be the name of a claim: groups'),
  },
  SESSION_HOURS: {
    fallback: () => '12',
    rule: ruleOf(
      (value) => /^\d{1,3}$/.test(value) && Number(value) >= 1 && Number(value) <= 336,
      'must be a number of hours from 1 to 336.',
    ),
  },
  EMAIL_DOMAINS: {
    fallback: () => '',
    rule: ruleOf(
      (value) => value === '' || domainsOf(value).every((domain) => domainPattern.test(domain)),
      'must list domains, separated by commas: acme.example,acme.test',
    ),
  },
  SECOND_FACTOR: {
    fallback: () => 'amr',
    rule: ruleOf((value) => value === 'amr' || value === 'trusted', 'must be amr or trusted.'),
  },
} as const satisfies Record<string, Part>;
type PartName = keyof typeof parts;
const partNames = Object.keys(parts) as PartName[];

/** Reads the issuers and the errors in their variables. Issuers with errors are omitted. */
export function readIssuers(environment: Environment): { issuers: Issuers; errors: SettingError[] } {
  const names = namesOf(valueOf(environment, 'OIDC_ISSUERS') ?? '');
  const nameErrors = listErrors(names);
  if (nameErrors.length > 0) return { issuers: { list: [], proxies: {} }, errors: nameErrors };
  const issuers = names.map((name) => readIssuer(environment, name));
  const list = issuers.flatMap(({ issuer }) => (issuer === null ? [] : [issuer]));
  const proxies = proxiesOf(environment);
  const errors = [
    ...unknownErrors(environment, names),
    ...issuers.flatMap(({ errors }) => errors),
    ...repetitionErrors(list),
    ...(names.length === 0 ? [] : proxyErrors(proxies)),
  ];
  return { issuers: { list, proxies }, errors };
}

function namesOf(value: string): string[] {
  return value === '' ? [] : value.split(',').map((name) => name.trim());
}

function listErrors(names: readonly string[]): SettingError[] {
  const isValid =
    names.length <= maxIssuers &&
    new Set(names).size === names.length &&
    names.every((name) => namePattern.test(name));
  const message = `must list up to ${maxIssuers} different names of 1 to 20 lowercase letters and digits, separated by commas: corp,google`;
  return isValid ? [] : [{ variable: 'OIDC_ISSUERS', message }];
}

function readIssuer(
  environment: Environment,
  name: string,
): { issuer: Issuer | null; errors: SettingError[] } {
  const errors: SettingError[] = [];
  const valueOfPart = (part: PartName): string => {
    const { fallback, rule }: Part = parts[part];
    const variable = `OIDC_${name.toUpperCase()}_${part}`;
    const value = valueOf(environment, variable) ?? fallback?.(name);
    const message =
      value === undefined ? `is missing, because OIDC_ISSUERS lists ${name}.` : rule(value, environment);
    if (message !== null) errors.push({ variable, message });
    return value ?? '';
  };
  const issuer: Issuer = {
    name,
    url: valueOfPart('ISSUER'),
    clientId: valueOfPart('CLIENT_ID'),
    clientSecret: valueOfPart('CLIENT_SECRET'),
    label: valueOfPart('LABEL').trim(),
    scopes: valueOfPart('SCOPES'),
    groupsClaim: valueOfPart('GROUPS_CLAIM'),
    sessionHours: Number(valueOfPart('SESSION_HOURS')),
    emailDomains: domainsOf(valueOfPart('EMAIL_DOMAINS')),
    secondFactor: valueOfPart('SECOND_FACTOR') === 'trusted' ? 'trusted' : 'amr',
  };
  return { issuer: errors.length === 0 ? issuer : null, errors };
}

/** A misspelled variable would silently change who gets in, so it stops the start. */
function unknownErrors(environment: Environment, names: readonly string[]): SettingError[] {
  return Object.entries(environment).flatMap(([variable, value]) => {
    if (!variable.startsWith('OIDC_') || variable === 'OIDC_ISSUERS' || !value) return [];
    const issuer = names.find((name) => variable.startsWith(`OIDC_${name.toUpperCase()}_`));
    if (issuer === undefined) return [{ variable, message: 'belongs to no issuer that OIDC_ISSUERS lists.' }];
    const part = variable.slice(`OIDC_${issuer}_`.length);
    if ((partNames as string[]).includes(part)) return [];
    return [{ variable, message: `is no setting of an issuer. These are: ${partNames.join(', ')}.` }];
  });
}

/** Two issuers with one URL would be one identity, and two with one domain could both claim its accounts. */
function repetitionErrors(list: readonly Issuer[]): SettingError[] {
  return list.flatMap((issuer, i) =>
    list.slice(0, i).flatMap((earlier) => {
      const prefix = `OIDC_${issuer.name.toUpperCase()}`;
      const domain = issuer.emailDomains.find((name) => earlier.emailDomains.includes(name));
      const message = `repeats a value of the issuer ${earlier.name}. Each issuer needs its own.`;
      return [
        ...(issuer.url === earlier.url ? [{ variable: `${prefix}_ISSUER`, message }] : []),
        ...(domain === undefined ? [] : [{ variable: `${prefix}_EMAIL_DOMAINS`, message }]),
      ];
    }),
  );
}

function proxiesOf(environment: Environment): IssuerProxies {
  const either = (name: string) => environment[name] || environment[name.toLowerCase()] || undefined;
  const [http, https, except] = [either('HTTP_PROXY'), either('HTTPS_PROXY'), either('NO_PROXY')];
  return {
    ...(http === undefined ? {} : { http }),
    ...(https === undefined ? {} : { https }),
    ...(except === undefined ? {} : { except }),
  };
}

function proxyErrors({ http, https }: IssuerProxies): SettingError[] {
  const message = 'must be the URL of a proxy: http://proxy.example:3128';
  return Object.entries({ HTTP_PROXY: http, HTTPS_PROXY: https }).flatMap(([variable, value]) =>
    value === undefined || (/^https?:\/\//.test(value) && URL.canParse(value)) ? [] : [{ variable, message }],
  );
}

function domainsOf(value: string): string[] {
  return value === '' ? [] : value.split(',').map((domain) => domain.trim().toLowerCase());
}

function ruleOf(isValid: (value: string) => boolean, message: string): Rule {
  return (value) => (isValid(value) ? null : message);
}
