import { describe, expect, it } from 'vitest';
import { startReceiver } from '../../../test/support/receiver.ts';
import { startService } from '../../../test/support/service.ts';
import { catchUp } from '../src/catch-up.ts';
import { tagsSince } from '../src/cache/changed-tags.ts';
import { handlePurge } from '../src/requests/purge-request.ts';
import { newArticle, settingsOf } from './support/site.ts';

const service = await startService();
const secret = 'whsec_of-the-site';

async function newSite() {
  const project = await service.newProject();
  await newArticle(project);
  const built = String((await project.secret.get('/v1/changes')).body.version);
  const { author } = await newArticle(project, 'Written after the build');
  return { project, author, built, settings: settingsOf(service, project) };
}

describe('changes since the build', () => {
  it('are read as cache tags, or as the tag of everything if the feed starts later', async () => {
    const { project, author, built, settings } = await newSite();

    const { tags, version } = await tagsSince(built, settings);
    const unknown = await tagsSince('1999-01-01T00:00:00Z', settings);

    expect(tags).toEqual(expect.arrayContaining([author, `blog:${project.id.slice(-8)}`]));
    expect(version).toBeGreaterThan(Number(built));
    expect(unknown.tags).toEqual([`all:${project.id.slice(-8)}`]);
  });

  it('are sent to the route of the site, signed, until it accepts them', async () => {
    const { author, built, settings } = await newSite();
    const route = await startReceiver();
    route.answer = (response) => response.writeHead(route.received.length === 1 ? 503 : 204).end();

    await catchUp({ settings, since: built, route: route.url, secret });

    const [, second] = route.received;
    const headers = second?.headers as Record<string, string>;
    const request = new Request(route.url, { method: 'POST', body: second?.raw ?? '', headers });
    const dropped: string[] = [];
    const context = { drop: (tag: string) => dropped.push(tag), remember: () => undefined };
    expect((await handlePurge(request, { secret, ...context })).status).toBe(204);
    expect(dropped).toContain(author);
  });

  it('are not sent without changes, and a rejection by the route is thrown', async () => {
    const { built, settings } = await newSite();
    const { version } = await tagsSince(built, settings);
    const route = await startReceiver();
    await catchUp({ settings, since: String(version), route: route.url, secret });
    route.answer = 400;

    await expect(catchUp({ settings, since: built, route: route.url, secret })).rejects.toThrow('400');
    expect(route.received).toHaveLength(1);
  });
});
