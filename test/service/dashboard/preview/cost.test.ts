import { describe, expect, it } from 'vitest';
import { backgroundDone } from '../../../../src/core/util/async/background.ts';
import { commandsOfService } from '../../../support/commands.ts';
import { dayMs, defineType, publishEntry } from '../../../support/content.ts';
import { signedIn } from '../../../support/dashboard.ts';
import { startOwnService } from '../../../support/service.ts';

const service = await startOwnService({ READ_CACHE_BYTES: '1024' }); // too small for any response
/** Commands that a preview may send beside those of the same read of `/v1`. */
const moreMax = 2;
const rounds = 3;

describe('a preview read', () => {
  it(`sends at most ${moreMax} commands more than the same read of /v1`, async () => {
    const project = await service.newProject();
    await defineType(project, 'page', { title: 'string' });
    const id = await publishEntry(project, 'page', { title: 'One' });
    const at = new Date(service.app.clock.now().getTime() + dayMs).toISOString();
    const editor = await signedIn(service, project.id, 'editor');
    const token = await editor.send('POST', `/projects/${project.id}/preview`, {});
    const link = await editor.send('POST', `/projects/${project.id}/preview-links`, { expires_in_hours: 1 });
    const callers = {
      key: project.secret,
      token: project.as(token.body.token),
      link: project.as(link.body.token),
    };

    for (const caller of Object.values(callers)) await caller.get('/preview/v1/content/page');
    await backgroundDone(); // the first use of the key and the link is stored

    for (const path of ['/v1/content/page', `/v1/content/page/${id}`]) {
      const plain = await fewestCommands(() => project.secret.get(path));
      expect(plain).toBeGreaterThan(0);
      for (const [name, caller] of Object.entries(callers)) {
        const times = name === 'link' ? [''] : ['', `?at=${at}`]; // a link accepts no time in a request
        for (const time of times) {
          const sent = await fewestCommands(() => caller.get(`/preview${path}${time}`));
          expect(sent, `commands of a ${name} with "${time}"`).toBeLessThanOrEqual(plain + moreMax);
        }
      }
    }
  });
});

/** Jobs of the service send commands too, so the fewest of some rounds are those of the read. */
async function fewestCommands(read: () => Promise<{ status: number }>): Promise<number> {
  const counts: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const work = async () => expect((await read()).status).toBe(200);
    counts.push((await commandsOfService(service.app.system, work)).length);
  }
  return Math.min(...counts);
}
