import { expect, it } from 'vitest';
import { openBrowser } from '../../e2e/support/browser.ts';
import { expectDone } from '../../support/content.ts';
import { signedIn } from '../../support/dashboard.ts';
import { visit } from './pages.ts';
import { type Site, statusOf } from './site.ts';

/** Readers vote, editors preview. */
export function servesVisitors(site: () => Site): void {
  it('counts one vote for each browser, and shows a message if that fails', async () => {
    const { service, project, origin } = site();
    const path = '/v1/kb/articles/knots-we-use';
    const votes = async () => Number(expectDone(await project.secret.get(path)).helpful_count);
    const before = await votes();
    const expectedErrors = [/ERR_FAILED|ERR_INTERNET_DISCONNECTED/, /429/];
    const page = await (await openBrowser(service)).newPage({ expectedErrors });
    await page.goto(`${origin}/help/knots-we-use`);
    const vote = page.locator('.vote');
    const message = () => vote.getByRole('status').innerText();
    const voteResponse = () =>
      page.waitForResponse((response) => response.url().endsWith('/vote') && response.ok());

    for (let times = 0; times < 2; times += 1)
      await Promise.all([voteResponse(), vote.getByRole('button', { name: 'Yes' }).click()]);
    await expect.poll(message).toBe('Thank you.');
    await expect.poll(votes).toBe(before + 1); // counts are cached for some seconds

    await page.route('**/vote', (route) =>
      route.fulfill({ status: 429, headers: { 'Access-Control-Allow-Origin': '*' } }),
    );
    await vote.getByRole('button', { name: 'No' }).click();
    await expect.poll(message).toContain('a lot of votes');
    await page.unroute('**/vote');
    await page.context().setOffline(true);
    await vote.getByRole('button', { name: 'No' }).click();
    await expect.poll(message).toContain('offline');
  });

  it('shows a draft to the editor who previews it, to nobody else, and ends the preview by its bar', async () => {
    const { service, origin } = site();
    const page = await (await openBrowser(service)).newPage({ expectedErrors: [/404/] });

    await page.goto(await previewUrl(site(), 'Not out yet', 'not-out-yet'));

    expect(page.url()).toBe(`${origin}/blog/not-out-yet`);
    expect(await page.locator('h1').innerText()).toBe('Not out yet');
    await visit(site(), '/blog/not-out-yet');
    expect(await statusOf(`${origin}/blog/not-out-yet`)).toBe(404);
    expect((await visit(site(), '/blog')).html).not.toContain('You see drafts');

    await page.getByText('End the preview').click();
    await expect.poll(() => page.getByText('You see drafts').count()).toBe(0);
    expect((await page.goto(`${origin}/blog/not-out-yet`))?.status()).toBe(404);
  });

  it('starts a preview with a valid token only, on a page of the site only', async () => {
    const { origin } = site();
    const previewLink = new URL(await previewUrl(site(), 'Nor this', 'nor-this'));
    const open = (query: Record<string, string>, cookie = '') => {
      const url = `${origin}/api/preview?${new URLSearchParams(query).toString()}`;
      return fetch(url, { redirect: 'manual', headers: { Cookie: cookie } });
    };
    const query = Object.fromEntries(previewLink.searchParams);

    const start = await open(query);

    expect([start.status, start.headers.get('Location')]).toEqual([307, '/blog/nor-this']);
    expect(start.headers.get('Referrer-Policy')).toBe('no-referrer');
    const cookies = start.headers.getSetCookie().filter((one) => !/Max-Age=0/i.test(one));
    expect(cookies.length).toBeGreaterThan(0);
    for (const flag of [/HttpOnly/i, /Secure/i, /SameSite=None/i, /Partitioned/i])
      expect(cookies.filter((one) => !flag.test(one))).toEqual([]);
    const page = await fetch(`${origin}/blog/nor-this`, {
      headers: { Cookie: cookies.map((one) => one.split(';')[0]).join('; ') },
    });
    expect([page.status, page.headers.get('Cache-Control')]).toEqual([
      200,
      expect.stringMatching(/no-store|private/),
    ]);
    expect(await page.text()).toContain('Nor this');
    expect((await open({ ...query, token: 'pv_wrong' })).status).toBe(401);
    for (const path of ['//evil.example', '/\\evil.example', 'https://evil.example', 'javascript:alert(1)'])
      expect([path, (await open({ ...query, path })).status]).toEqual([path, 400]);
  });
}

/** Creates a draft of the blog. @returns the URL that Preview in the dashboard opens for it */
async function previewUrl({ service, project }: Site, title: string, slug: string): Promise<string> {
  const editor = await signedIn(service, project.id, 'editor');
  const draft = expectDone(await project.secret.post('/v1/blog/articles', { title, slug }));
  const item = { type: 'blog_article', id: String(draft.id), slug };
  const { body } = await editor.send('POST', `/projects/${project.id}/preview`, { item });
  return String(body.url);
}
