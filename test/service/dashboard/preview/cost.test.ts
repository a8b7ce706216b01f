import { describe, expect, it } from 'vitest';
import { commandsOfService } from '../../../support/commands.ts';
import { dayMs, defineType, publishEntry } from '../../../support/content.ts';
import { startOwnService } from '../../../support/service.ts';

const service = await startOwnService({ READ_CACHE_BYTES: '1024' }); // too small for any response
/** Commands that a preview may send beside those of the same read of `/v1`. */
const moreMax = 2;
const rounds = 3;

describe('a preview read with a key', () => {
  it(`sends at most ${moreMax} commands more than the same read of /v1`, async () => {
    const project = await service.newProject();
    const { secret } = project;
    await defineType(project, 'page', { title: 'string' });
    const id = await publishEntry(project, 'page', { title: 'One' });
    const at = new Date(service.app.clock.now().getTime() + dayMs).toISOString();

    for (const path of ['/v1/content/page', `/v1/content/page/${id}`]) {
      const plain = await fewestCommands(() => secret.get(path));
      const drafts = await fewestCommands(() => secret.get(`/preview${path}`));
      const later = await fewestCommands(() => secret.get(`/preview${path}?at=${at}`));
      expect(plain).toBeGreaterThan(0);
      expect([drafts, later].filter((count) => count > plain + moreMax)).toEqual([]);
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
