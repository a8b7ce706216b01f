import { describe, expect, it } from 'vitest';
import { deleteAsset } from '../../../../src/content/media/change.ts';
import { tester } from '../../../support/actor.ts';
import { defineType, expectDone } from '../../../support/content.ts';
import { newAsset, startMediaService } from '../../../support/media.ts';
import type { TestProject } from '../../../support/service.ts';
import { toldBy } from '../../../support/delivery/holding.ts';

const { service } = await startMediaService();

interface Parts {
  project: TestProject;
  media: string;
  release: string;
}

async function newParts(): Promise<Parts> {
  const project = await service.newProject();
  await defineType(project, 'page', { title: 'string' });
  const media = await newAsset(project.secret);
  const release = String(expectDone(await project.secret.post('/v1/releases', { name: 'Next' })).id);
  return { project, media, release };
}

interface Case {
  change: (of: Parts) => Promise<unknown>;
  told: (of: Parts) => string[];
  event: string;
}

/** What fires its event as ever; tags go beside it. */
const changes: Record<string, Case> = {
  'a picture’s words': {
    change: ({ project, media }) => project.secret.patch(`/v1/media/${media}`, { alt: 'A kite' }),
    told: ({ media }) => [media, 'media'],
    event: 'media.asset.updated',
  },
  'a picture that goes': {
    change: async ({ project, media }) =>
      deleteAsset(await service.app.contextsOf(tester).project(project.id), media),
    told: ({ media }) => [media, 'media'],
    event: 'media.asset.deleted',
  },
  'a release’s name': {
    change: ({ project, release }) => project.secret.patch(`/v1/releases/${release}`, { name: 'Later' }),
    told: ({ release }) => [release, 'types'],
    event: 'release.updated',
  },
  'the default release’s name': {
    change: ({ project }) => project.secret.patch(`/v1/releases/${project.releaseId}`, { name: 'First' }),
    told: () => ['all'],
    event: 'release.updated',
  },
  'a promotion': {
    change: ({ project, release }) => project.secret.post(`/v1/releases/${release}/promote`, {}),
    told: () => ['all'],
    event: 'release.published',
  },
  'a release that goes': {
    change: ({ project, release }) => project.secret.delete(`/v1/releases/${release}`),
    told: ({ release }) => [release, 'types'],
    event: 'release.deleted',
  },
};

describe('what an event tells of', () => {
  it.each(Object.entries(changes))('is told by tags beside it: %s', async (_what, one) => {
    const parts = await newParts();
    const before = await parts.project.events();

    const told = await toldBy(parts.project, () => one.change(parts));

    expect(told).toEqual(expect.arrayContaining(one.told(parts)));
    expect((await parts.project.events()).slice(before.length)).toEqual([one.event]);
  });
});
