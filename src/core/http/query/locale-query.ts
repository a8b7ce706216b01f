import type { ProjectContext } from '../../context/request-context.ts';
import type { RouteResponse } from '../response/route-response.ts';
import type { Route } from '../pipeline/route.ts';

const readParameters = ['locale', 'fallback', 'locales', 'alternates'] as const;

/** The parameters that name a locale, as sent. */
export interface LocaleParameters extends Partial<Record<(typeof readParameters)[number], string>> {
  isList: boolean;
}

/** Runs a read in each locale that its parameters name. */
export type ReadInLocales = <C extends ProjectContext>(
  context: C,
  parameters: LocaleParameters,
  read: (context: C) => Promise<unknown>,
) => Promise<RouteResponse<unknown>>;

/** The parameters of a route that name locales. */
export function localeParameters({ locales }: Pick<Route, 'locales'>): readonly string[] {
  if (locales === undefined) return [];
  return locales === 'write' ? ['locale'] : readParameters;
}

/** The sent parameters; undefined if there are none. */
export function readLocaleParameters(
  { locales }: Pick<Route, 'locales'>,
  accepted: Readonly<Record<string, string>>,
): LocaleParameters | undefined {
  const sentNames = readParameters.filter((name) => accepted[name] !== undefined);
  if (locales === undefined || sentNames.length === 0) return undefined;
  const values = Object.fromEntries(sentNames.map((name) => [name, accepted[name]]));
  return { ...values, isList: locales === 'list' };
}
