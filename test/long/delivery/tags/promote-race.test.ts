import { describe, expect, it } from 'vitest';
import { invalidationPageAfter } from '../../../../src/projects/invalidations/service.ts';
import { ApiClient } from '../../../support/client.ts';
import { defineType, expectDone, publishEntry } from '../../../support/content.ts';
import { startOwnService } from '../../../support/service.ts';
import { revisionOf } from '../../../support/delivery/holding.ts';

const service = await startOwnService();
/** Writes and promotions meet in two processes, each of which believes what it knows of the project. */
const other = await startOwnService({ MONGODB_DB: service.app.config.MONGODB_DB });
const rounds = Number(process.env['PROMOTE_RACE_ROUNDS'] ?? 10);
/** No round is begun after so many seconds. */
const secondsMax = Number(process.env['DELIVERY_SECONDS'] ?? 600);

describe('a write beside a promotion', () => {
  it('tells the readers of the release that it was made in', { timeout: 600_000 }, async () => {
    const project = await service.newProject();
    const elsewhere = new ApiClient(other.url, project.secret.token);
    await defineType(project, 'page', { title: 'string' });
    const id = await publishEntry(project, 'page', { title: 'A' });
    const path = `/v1/content/page/${id}`;
    const second = String(expectDone(await project.secret.post('/v1/releases', { name: 'Next' })).id);
    const releases = [project.releaseId, second];
    let since = await revisionOf(project);
    const db = service.app.system.project(project.id);

    const endsAt = performance.now() + secondsMax * 1_000;
    let done = 0;
    for (let round = 0; round < rounds && performance.now() < endsAt; round += 1) {
      done = round + 1;
      const promoted = releases[(round + 1) % 2] ?? '';
      // None named, the one that is the default now, and the one that becomes it.
      const named = round % 3 === 0 ? '' : `?release=${releases[(round + (round % 3) + 1) % 2]}`;
      const [write, promotion] = await Promise.all([
        project.secret.patch(`${path}${named}`, { values: { title: `Round ${round}` } }),
        elsewhere.post(`/v1/releases/${promoted}/promote`, {}),
      ]);
      expect([write.status, promotion.status]).toEqual([200, 200]);

      const told = await invalidationPageAfter(db, { revision: since, hand: 0 }, 10);
      const rows = told?.rows ?? [];
      const ofPromotion = rows.find(({ tags }) => tags.includes(`all:${project.id.slice(-8)}`));
      const ofWrite = rows.find((row) => row !== ofPromotion);
      expect(rows).toHaveLength(2);
      if (ofPromotion === undefined || ofWrite === undefined) continue;
      const cameFirst = ofWrite.revision < ofPromotion.revision;
      const byDefault = (cameFirst ? releases[round % 2] : promoted) ?? '';
      const written = named === '' ? byDefault : (named.split('=')[1] ?? '');
      expect(ofWrite.tags, `round ${round}`).toContain(written);
      expect(ofWrite.tags.includes(id), `round ${round}: ${ofWrite.tags.join(' ')}`).toBe(
        written === byDefault,
      );
      since = Math.max(ofPromotion.revision, ofWrite.revision);
    }
    if (process.env['PROMOTE_RACE_ROUNDS'] !== undefined) console.log({ rounds: done });
  });
});
