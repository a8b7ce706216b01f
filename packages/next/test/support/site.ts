import { expectDone } from '../../../../test/support/content.ts';
import { signedIn } from '../../../../test/support/dashboard.ts';
import type { TestProject, TestService } from '../../../../test/support/service.ts';
import type { Settings } from '../../src/settings.ts';

/** The settings of a site of the project. */
export function settingsOf(service: TestService, { secret }: TestProject): Settings {
  return { url: service.url, key: secret.token ?? '' };
}

/** Creates a published article with an author. */
export async function newArticle({ secret }: TestProject, title = 'Kites') {
  const author = String(expectDone(await secret.post('/v1/authors', { name: 'Nell' })).id);
  const body = { title, authors: [author], publish: true };
  const article = String(expectDone(await secret.post('/v1/blog/articles', body)).id);
  return { author, article };
}

/** Opens a preview in the dashboard; returns its token and the owner's session. */
export async function openPreview(service: TestService, { id }: TestProject) {
  const owner = await signedIn(service, id, 'owner');
  const { body } = await owner.send('POST', `/projects/${id}/preview`, {});
  return { owner, token: String(body.token) };
}
