import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { DashboardClient, signedIn } from '../../../support/dashboard.ts';
import { databaseOf } from '../../../support/database.ts';
import { startProcess } from '../../../support/second-process.ts';
import { startService } from '../../../support/service.ts';

const settings = {
  MONGODB_DB: `t_${randomUUID().slice(0, 13)}`,
  PROJECT_CREATION: 'owners',
  MAX_PROJECTS_PER_PERSON: '3',
};
const service = await startService(settings);

describe('two processes', () => {
  it(
    'create as many projects of a person as the bound allows, and one for one request',
    { timeout: 120_000 },
    async () => {
      const second = await startProcess({ ...settings, ROLE: 'api' });
      try {
        const { id } = await service.newProject();
        const client = await signedIn(service, id, 'owner');
        const other = new DashboardClient(second.url);
        other.cookie = client.cookie;
        other.csrf = client.csrf;
        const ofBoth = (bodyOf: (i: number) => object) =>
          Promise.all([client, other].map((one, i) => one.send('POST', '/projects', bodyOf(i))));
        const request_id = randomUUID();

        const same = await ofBoth(() => ({ name: 'One', request_id }));
        const next = await client.send('POST', '/projects', { name: 'Two', request_id: randomUUID() });
        const last = await ofBoth((i) => ({ name: `Last ${i}`, request_id: randomUUID() }));

        expect(same.map(({ status }) => status)).toEqual([201, 201]);
        expect(same[0]?.body.project).toEqual(same[1]?.body.project);
        expect(next.status).toBe(201);
        expect(last.map(({ status }) => status).sort()).toEqual([201, 400]);
        const refused = last.find(({ status }) => status === 400);
        expect(refused?.body.error.code).toBe('limit_reached');
        const { projects } = (await client.send('GET', '/session')).body as { projects: object[] };
        expect(projects).toHaveLength(1 + 3);
      } finally {
        second.program.process.kill();
        await second.program.ended();
        await databaseOf(service.app.system).dropDatabase();
      }
    },
  );
});
