import { describe, expect, it } from 'vitest';
import { addPerson, DashboardClient, password } from '../../../support/dashboard.ts';
import { startService } from '../../../support/service.ts';

const service = await startService();

describe('the activity of an account', () => {
  it('is what the person did, the newest first, and nobody else’s', async () => {
    const project = await service.newProject();
    const client = async (name: string) => {
      const email = `${name}-${project.id}@example.test`;
      await addPerson(service.app, project.id, { email, role: 'viewer' });
      const made = new DashboardClient(service.url);
      await made.signIn(email);
      return made;
    };
    const ada = await client('ada');
    await client('grace');
    await ada.send('PATCH', '/account', { name: 'Ada' });

    const { status, body } = await ada.send('GET', '/account/activity');

    expect(status).toBe(200);
    const { data, before } = body as { data: { action: string; detail: object | null }[]; before: unknown };
    expect(data.map(({ action }) => action)).toEqual(['account.changed', 'session.began']);
    expect(data[1]?.detail).toMatchObject({ method: 'password' });
    expect(before).toBeNull();
  });

  it('comes in pages, and asks who is there', async () => {
    const project = await service.newProject();
    const email = `many-${project.id}@example.test`;
    await addPerson(service.app, project.id, { email, role: 'viewer' });
    const client = new DashboardClient(service.url);
    await client.signIn(email, password);
    for (let i = 0; i < 51; i += 1) await client.send('PATCH', '/account', { name: `Name ${i}` });

    const first = (await client.send('GET', '/account/activity')).body as { data: object[]; before: number };
    const rest = await client.send('GET', `/account/activity?before=${first.before}`);

    expect([first.data.length, (rest.body.data as object[]).length, rest.body.before]).toEqual([50, 2, null]);
    expect((await new DashboardClient(service.url).send('GET', '/account/activity')).status).toBe(401);
    expect((await client.send('GET', '/account/activity?before=no')).status).toBe(400);
  });
});
