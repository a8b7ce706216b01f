import { describe, expect, it } from 'vitest';
import { backgroundDone } from '../../../../src/core/util/async/background.ts';
import { projectInfo } from '../../../../src/lifecycle/releases/project-info.ts';
import { setNextDate } from '../../../../src/projects/project/repository.ts';
import { nextDates } from '../../../../src/lifecycle/publishing/due/next-changes.ts';
import { startOwnService, type TestProject } from '../../../support/service.ts';
import { collections } from '../../../support/assembly.ts';

const service = await startOwnService();
const { system } = service.app;
const teller = () => nextDates(system, collections);
const minuteMs = 60_000;

const start = Date.now();
const inMinutes = (minutes: number) => new Date(start + minutes * minuteMs);

async function newPages() {
  const project = await service.newProject();
  await project.secret.put('/v1/schema/content-types/page', { fields: [{ key: 'n', type: 'number' }] });
  const schedule = async (date: Date) => {
    const created = await project.secret.post('/v1/content/page/entries', {
      values: { n: 1 },
      publish: true,
      published_at: date.toISOString(),
    });
    return `/v1/content/page/${created.body.id}`;
  };
  return { ...project, schedule };
}

const known = ({ id }: Pick<TestProject, 'id'>) => projectInfo(system, id);

describe('the next date of a project', () => {
  it('is null while nothing is scheduled, whatever was published', async () => {
    const project = await newPages();
    await project.secret.post('/v1/content/page/entries', { values: { n: 1 }, publish: true });

    expect(await teller()(await known(project), new Date())).toBeNull();
  });

  it('is the first one, in any order of writing and of any feature', async () => {
    const project = await newPages();
    await project.schedule(inMinutes(20));
    await project.schedule(inMinutes(10));
    await project.schedule(inMinutes(30));
    expect(await teller()(await known(project), new Date())).toEqual(inMinutes(10));

    const article = { title: 'A', publish: true, published_at: inMinutes(5).toISOString() };
    expect((await project.secret.post('/v1/blog/articles', article)).status).toBe(201);

    expect(await teller()(await known(project), new Date())).toEqual(inMinutes(5));
  });

  it('moves the revision when it is set, so that what was kept without it is made anew', async () => {
    const project = await newPages();
    const before = await known(project);

    await project.schedule(inMinutes(10));

    expect((await known(project)).revision).toBeGreaterThan(before.revision);
  });

  it('is found among the rows once the first has passed', async () => {
    const project = await newPages();
    const first = inMinutes(10);
    await project.schedule(first);
    await project.schedule(inMinutes(20));

    const justAfter = new Date(first.getTime() + 1);

    expect(await teller()(await known(project), first)).toEqual(inMinutes(20));
    expect(await teller()(await known(project), justAfter)).toEqual(inMinutes(20));
    expect((await known(project)).nextDate).toEqual(first);
  });

  it('may come too early when the first is taken back, never too late', async () => {
    const project = await newPages();
    const path = await project.schedule(inMinutes(10));
    await project.schedule(inMinutes(20));
    await project.secret.patch(path, { publish: false });

    expect(await teller()(await known(project), new Date())).toEqual(inMinutes(10));
    expect(await teller()(await known(project), inMinutes(11))).toEqual(inMinutes(20));
  });

  it('is set anew from the rows when it has passed for every clock', async () => {
    const project = await newPages();
    const path = await project.schedule(inMinutes(10));
    await project.schedule(inMinutes(20));
    await project.secret.patch(path, { publish: false });

    await teller()(await known(project), inMinutes(12));
    await backgroundDone();

    expect((await known(project)).nextDate).toEqual(inMinutes(20));
  });

  it('is gone when it has passed and nothing is scheduled any more', async () => {
    const project = await newPages();
    await project.secret.delete(await project.schedule(inMinutes(10)));

    expect(await teller()(await known(project), inMinutes(12))).toBeNull();
    await backgroundDone();

    expect((await known(project)).nextDate).toBeNull();
  });

  it('is not set anew by who looked before somebody scheduled something earlier', async () => {
    const project = await newPages();
    const seen = await known(project);
    await project.schedule(inMinutes(10));

    await setNextDate(system.project(project.id), seen.writeSeq, inMinutes(20));

    expect((await known(project)).nextDate).toEqual(inMinutes(10));
  });
});
