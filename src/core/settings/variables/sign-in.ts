import { type Static, Type } from '@sinclair/typebox';
import type { Bounds } from '../../util/json/bounds.ts';
import type { SettingError } from '../setting-errors.ts';

const kinds = ['password', 'sso'] as const;
const kindPattern = `(${kinds.join('|')})`;

/** The methods of sign-in that the installation accepts. */
export const signInVariables = {
  SIGN_IN: Type.String({
    pattern: `^${kindPattern}(,${kindPattern})*$`,
    default: kinds.join(','),
    description: 'a list of password and sso, separated by commas',
  }),
};
export const signInBoundNames = ['SIGN_IN'] as const;

type Settings = {
  [name in keyof typeof signInVariables]?: Static<(typeof signInVariables)[name]>;
};

export function signInBoundsOf({ SIGN_IN = kinds.join(',') }: Settings): Omit<Bounds['signIn'], 'issuers'> {
  return { accepts: kinds.filter((kind) => SIGN_IN.split(',').includes(kind)) };
}

/** Finds a list that nobody could sign in with. `wrong` contains the variables that are malformed. */
export function signInErrors(
  settings: Settings,
  wrong: ReadonlySet<string>,
  { hasIssuers }: { hasIssuers: boolean },
): SettingError[] {
  const { accepts } = signInBoundsOf(settings);
  if (wrong.has('SIGN_IN') || accepts.some((kind) => kind !== 'sso' || hasIssuers)) return [];
  return [{ variable: 'SIGN_IN', message: 'leaves no method to sign in with: sso needs OIDC_ISSUERS.' }];
}
