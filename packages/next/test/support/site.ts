import { expectDone } from '../../../../test/support/content.ts';
import { signedIn } from '../../../../test/support/dashboard.ts';
import type { TestProject, TestService } from '../../../../test/support/service.ts';
import type { Settings } from '../../src/settings.ts';

/** What a site of the project has in its environment. */
export function settingsOf(service: TestService, { secret }: TestProject): Settings {
  return { url: service.url, key: secret.token ?? '' };
}

/** Makes an article that readers see, by an author. */
export async function newArticle({ secret }: TestProject, title = 'Kites') {
  const author = String(expectDone(await secret.post('/v1/authors', { name: 'Nell' })).id);
  const body = { title, authors: [author], publish: true };
  const article = String(expectDone(await secret.post('/v1/blog/articles', body)).id);
  return { author, article };
}

/** The token with which the dashboard previews, and the owner who opened it. */
export async function openPreview(service: TestService, { id }: TestProject) {
  const owner = await signedIn(service, id, 'owner');
  const { body } = await owner.send('POST', `/projects/${id}/preview`, {});
  return { owner, token: String(body.token) };
}
