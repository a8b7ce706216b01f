import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { type Installation, newFolder, newInstallation } from '../../support/transfer/installations.ts';

vi.setConfig({ testTimeout: 180_000 });

const issuer = {
  ...{ OIDC_ISSUERS: 'corp', OIDC_CORP_ISSUER: 'https://login.acme.example' },
  ...{ OIDC_CORP_CLIENT_ID: 'galley', OIDC_CORP_CLIENT_SECRET: 'hidden' },
};
const from = await newInstallation(issuer);
const to = await newInstallation();

const rulesOf = async (installation: Installation, { id }: { id: string }, ...change: string[]) =>
  (await installation.galley('project', 'sign-in', '--project', id, ...change)).body as object;

it('the rules of sign-ins and group roles stay behind, and an import has the default rules', async () => {
  const [original, copy] = [await from.newProject(), await to.newProject()];
  const folder = await newFolder();
  const file = join(folder, 'policy.json');
  const group_roles = [{ issuer: 'corp', group: 'web-team', role: 'editor' }];
  await writeFile(file, JSON.stringify({ second_factor: 'required', methods: ['sso:corp'], group_roles }));
  const before = await rulesOf(from, original, '--file', file);

  await from.galley('export', '--project', original.id, '--out', join(folder, 'backup'));
  const imported = await to.galley('import', '--project', copy.id, '--from', join(folder, 'backup'));

  expect(imported.exitCode).toBe(0);
  expect(await rulesOf(from, original)).toEqual(before);
  expect(before).toMatchObject({ sign_in: { second_factor: 'required', methods: ['sso:corp'] } });
  expect(await rulesOf(to, copy)).toEqual({
    sign_in: { second_factor: 'optional', methods: null, max_age_hours: null, group_roles: [] },
  });
});
