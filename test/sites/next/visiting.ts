import { expect, it } from 'vitest';
import { openBrowser } from '../../e2e/support/browser.ts';
import { expectDone } from '../../support/content.ts';
import { signedIn } from '../../support/dashboard.ts';
import { served, type Site, statusOf } from './site.ts';

/** Readers vote, editors preview. */
export function servesVisitors(site: () => Site): void {
  it('keeps the vote of a reader, once for each browser, and says when it cannot', async () => {
    const { commands, project, origin } = site();
    const path = '/v1/kb/articles/knots-we-use';
    const votes = async () => Number(expectDone(await project.secret.get(path)).helpful_count);
    const before = await votes();
    const expectedErrors = [/ERR_FAILED|ERR_INTERNET_DISCONNECTED/, /429/];
    const page = await (await openBrowser(commands.service)).newPage({ expectedErrors });
    await page.goto(`${origin}/help/knots-we-use`);
    const vote = page.getByRole('region', { name: 'Did this help?' });

    await vote.getByRole('button', { name: 'Yes' }).click();
    await expect.poll(() => vote.getByRole('status').innerText()).toBe('Thank you.');
    await vote.getByRole('button', { name: 'Yes' }).click();
    await expect.poll(votes).toBe(before + 1);

    await page.route('**/vote', (route) =>
      route.fulfill({ status: 429, headers: { 'Access-Control-Allow-Origin': '*' } }),
    );
    await vote.getByRole('button', { name: 'No' }).click();
    await expect.poll(() => vote.getByRole('status').innerText()).toContain('a lot of votes');
    await page.unroute('**/vote');
    await page.context().setOffline(true);
    await vote.getByRole('button', { name: 'No' }).click();
    await expect.poll(() => vote.getByRole('status').innerText()).toContain('offline');
  });

  it('shows a draft to the editor who previews it, to nobody else, and ends the preview by its bar', async () => {
    const { commands, project, origin } = site();
    const owner = await signedIn(commands.service, project.id, 'owner');
    const draft = expectDone(await project.secret.post('/v1/blog/articles', { title: 'Not out yet' }));
    const item = { type: 'blog_article', id: String(draft.id), slug: 'not-out-yet' };
    const { body } = await owner.send('POST', `/projects/${project.id}/preview`, { item });
    const page = await (await openBrowser(commands.service)).newPage({ expectedErrors: [/404/] });

    await page.goto(String(body.url));

    expect(page.url()).toBe(`${origin}/blog/not-out-yet`);
    expect(await page.locator('h1').innerText()).toBe('Not out yet');
    expect(await statusOf(`${origin}/blog/not-out-yet`)).toBe(404);
    expect((await served(site(), '/blog')).html).not.toContain('You see drafts');

    await page.getByRole('button', { name: 'End the preview' }).click();
    await page.waitForURL(`${origin}/`);
    expect(await page.getByText('You see drafts').count()).toBe(0);
    expect((await page.goto(`${origin}/blog/not-out-yet`))?.status()).toBe(404);
  });
}
