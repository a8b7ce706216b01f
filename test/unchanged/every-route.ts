import type { Route } from '../../src/platform/http/route.ts';
import { fillPath, sampleBodies, sampleVariables, thingOf } from '../support/route-samples.ts';
import type { Recorder } from './recorder.ts';
import { routes } from '../support/assembly.ts';

/** These describe the service and grow with it. */
const describing = ['/v1/introspection', '/v1/openapi.json', '/v1/types.d.ts'];
export const askedRoutes = routes.filter(({ path }) => !describing.includes(path));

const nameOf = ({ method, path }: Route) => `${method} ${path}`;

/** What stands on others goes first. */
const lastOf = ['articles', 'sections', 'collections', 'categories', 'authors'];
const rank = ({ path }: Route) => {
  const found = lastOf.findIndex((word) => path.includes(`/${word}/`));
  return found === -1 ? lastOf.length : found;
};

/** Every route on the things of `route-samples.ts`, with either kind of key: reads, then changes, then removals. */
export async function askEveryRoute(recorder: Recorder): Promise<void> {
  const things = await sampleVariables(recorder.project);
  const pathOf = (route: Route) => {
    const thing = thingOf(route.path);
    const variables = thing === null ? {} : things[thing];
    if (variables === undefined)
      throw new Error(`test/support/route-samples.ts knows no thing behind ${thing}`);
    return fillPath(route.path, variables);
  };
  for (const route of askedRoutes.filter(({ method }) => method === 'GET')) {
    const path = pathOf(route);
    const { headers } = await recorder.read(path);
    // The answer to a ping is another one each millisecond.
    const tag = headers.get('ETag');
    if (tag !== null && route.path !== '/v1/ping') {
      await recorder.ask('GET', path, { headers: { 'If-None-Match': tag } }, 'If-None-Match: its tag');
      await recorder.ask('HEAD', path);
    }
    if (thingOf(route.path) !== null)
      await recorder.read(fillPath(route.path.replace(/:\w+/g, 'nowhere'), {}));
    await recorder.ask('GET', `${path}?nonsense=1`);
  }
  const writes = askedRoutes.filter(({ method }) => method !== 'GET');
  const removals = writes.filter(({ method }) => method === 'DELETE').sort((a, b) => rank(a) - rank(b));
  for (const route of [...writes.filter(({ method }) => method !== 'DELETE'), ...removals]) {
    const body = route.input.body === undefined ? undefined : (sampleBodies[nameOf(route)] ?? {});
    const asked = body === undefined ? {} : { body };
    await recorder.ask(route.method, pathOf(route), { ...asked, key: 'publishable' });
    await recorder.ask(route.method, pathOf(route), asked);
  }
}

/** The routes that none of the requests reached with success, by `METHOD path`. */
export function routesWithoutSuccess(asked: readonly { request: string; status: number }[]): string[] {
  const good = asked.filter(({ status }) => status < 300).map(({ request }) => request);
  return askedRoutes
    .filter((route) => {
      const path = route.path.replace(/\./g, '\\.').replace(/:\w+/g, '[^/?]+');
      const form = new RegExp(`^${route.method} ${path}(?:\\?|$)`);
      return !good.some((request) => form.test(request));
    })
    .map(nameOf);
}
