import { randomUUID } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import type { AuditAction } from '../../../src/contract/events/audit-actions.ts';
import { insertIdentity } from '../../../src/accounts/sso/identity-repository.ts';
import { createSetUpToken } from '../../../src/accounts/sign-in/set-up/set-up-token-repository.ts';
import { addPerson, DashboardClient, password, signedIn } from '../dashboard.ts';
import { newEmail, tokenOf } from '../links.ts';
import type { TestService } from '../service.ts';
import { addPasskey, optionsFrom, passkeyOrigin } from '../sign-in/passkeys.ts';
import { SoftwareAuthenticator } from '../sign-in/software-authenticator.ts';
import { hidden, type Site } from './sites.ts';

/** One request of a route outside of any project, and the logs in which its rows are. */
export interface AccountSample {
  ready: (site: Site, service: TestService) => Promise<{ by: DashboardClient; path: string; body?: object }>;
  /** Rows of the log of the installation, in their order. */
  leaves: AuditAction[];
  /** Rows of the log of a project: of the site, or of the one that the request makes. */
  inProject?: AuditAction[];
}

const codeAt = (secret: string, at = Date.now()) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at });

const emailOf = ({ project }: Site) => `owner-${project.id}@example.test`;

/** An owner with an app, and its secret. */
async function guarded({ owner }: Site): Promise<string> {
  const { secret } = (await owner.send('POST', '/account/totp')).body as { secret: string };
  await owner.send('POST', '/account/totp/confirm', { code: codeAt(secret) });
  return secret;
}

/** A new passkey of an owner. */
async function passkeyPath(owner: DashboardClient): Promise<string> {
  const { answer } = await addPasskey(owner);
  return `/account/passkeys/${String(answer.body.passkey.id)}`;
}

async function invited({ desk }: Site): Promise<string> {
  return tokenOf(String((await desk('POST', '/invitations', { role: 'editor' })).url));
}

/** One sample for each write of an account or of what is before any; `POST /set-up` is asked of an installation of its own. */
export const accountWrites: Readonly<Record<string, AccountSample>> = {
  'POST /session': {
    leaves: ['session.began'],
    ready: async (site, { url }) => ({
      by: new DashboardClient(url),
      path: '/session',
      body: { email: emailOf(site), password },
    }),
  },
  'DELETE /session': {
    leaves: ['session.ended'],
    ready: async ({ owner }) => ({ by: owner, path: '/session' }),
  },
  'POST /account/password': {
    leaves: ['account.password_changed', 'session.began', 'session.ended'],
    ready: async ({ owner }) => ({
      by: owner,
      path: '/account/password',
      body: { current_password: password, new_password: `${hidden} and some more words` },
    }),
  },
  'PATCH /account': {
    leaves: ['account.changed'],
    ready: async ({ owner }) => ({ by: owner, path: '/account', body: { name: hidden } }),
  },
  'PATCH /account/notifications': {
    leaves: [],
    ready: ({ owner }) =>
      Promise.resolve({ by: owner, path: '/account/notifications', body: { email: 'daily' } }),
  },
  'DELETE /account/sessions': {
    leaves: ['account.sessions_ended'],
    ready: async (site, service) => {
      await signedIn(service, site.project.id, 'owner');
      return { by: site.owner, path: '/account/sessions' };
    },
  },
  'DELETE /account/sessions/:id': {
    leaves: ['session.ended'],
    ready: async (site, service) => {
      await signedIn(service, site.project.id, 'owner');
      const { data } = (await site.owner.send('GET', '/account/sessions')).body as {
        data: { id: string; is_this: boolean }[];
      };
      const other = data.find(({ is_this }) => !is_this);
      return { by: site.owner, path: `/account/sessions/${other?.id ?? ''}` };
    },
  },
  'POST /sso/:issuer': {
    leaves: [],
    ready: async (_, { url }) => ({ by: new DashboardClient(url), path: '/sso/corp', body: {} }),
  },
  'DELETE /account/identities/:id': {
    leaves: ['account.identity_removed'],
    ready: async (site, { app }) => {
      const { id } = (await site.owner.send('GET', '/session')).body.user as { id: string };
      const row = { _id: `idn_${id}`, user_id: id, issuer: 'https://gone.test', sub: id, name: 'gone' };
      const dates = { email: null, linked_at: new Date(), last_used_at: null };
      await insertIdentity(app.system, { ...row, ...dates });
      return { by: site.owner, path: `/account/identities/${row._id}` };
    },
  },
  'POST /session/passkey/options': {
    leaves: [],
    ready: async (_, { url }) => ({
      by: new DashboardClient(url),
      path: '/session/passkey/options',
      body: {},
    }),
  },
  'POST /session/passkey': {
    leaves: ['session.began'],
    ready: async ({ owner }, { url }) => {
      const { authenticator } = await addPasskey(owner);
      const by = new DashboardClient(url);
      const options = await optionsFrom(by, '/session/passkey/options');
      return { by, path: '/session/passkey', body: { response: authenticator.use(options) } };
    },
  },
  'POST /account/passkeys/options': {
    leaves: [],
    ready: async ({ owner }) => ({ by: owner, path: '/account/passkeys/options', body: {} }),
  },
  'POST /account/passkeys': {
    leaves: ['account.passkey_added'],
    ready: async ({ owner }) => {
      const options = await optionsFrom(owner, '/account/passkeys/options');
      const response = new SoftwareAuthenticator(passkeyOrigin).create(options);
      return { by: owner, path: '/account/passkeys', body: { response, name: hidden } };
    },
  },
  'PATCH /account/passkeys/:id': {
    leaves: ['account.changed'],
    ready: async ({ owner }) => ({ by: owner, path: await passkeyPath(owner), body: { name: hidden } }),
  },
  'DELETE /account/passkeys/:id': {
    leaves: ['account.passkey_removed'],
    ready: async ({ owner }) => ({ by: owner, path: await passkeyPath(owner) }),
  },
  'DELETE /account/password': {
    leaves: ['account.password_removed'],
    ready: async ({ owner }) => {
      await addPasskey(owner);
      return { by: owner, path: '/account/password' };
    },
  },
  'POST /session/second-factor/options': {
    leaves: [],
    ready: async (site, { url }) => {
      await guarded(site);
      const by = new DashboardClient(url);
      const ticket = String((await by.signIn(emailOf(site))).body.error.ticket);
      return { by, path: '/session/second-factor/options', body: { ticket } };
    },
  },
  'POST /session/step-up/options': {
    leaves: [],
    ready: async ({ owner }) => ({ by: owner, path: '/session/step-up/options', body: {} }),
  },
  'POST /links/passkey-options': {
    leaves: [],
    ready: async (site, { url }) => ({
      by: new DashboardClient(url),
      path: '/links/passkey-options',
      body: { token: await invited(site), email: newEmail(site.project), name: hidden },
    }),
  },
  'POST /session/second-factor': {
    leaves: ['session.began'],
    ready: async (site, { url }) => {
      const secret = await guarded(site);
      const by = new DashboardClient(url);
      const ticket = String((await by.signIn(emailOf(site))).body.error.ticket);
      return {
        by,
        path: '/session/second-factor',
        body: { ticket, code: codeAt(secret, Date.now() + 30_000) },
      };
    },
  },
  'POST /session/step-up': {
    leaves: [],
    ready: async ({ owner }) => ({ by: owner, path: '/session/step-up', body: { password } }),
  },
  'POST /account/totp': { leaves: [], ready: async ({ owner }) => ({ by: owner, path: '/account/totp' }) },
  'POST /account/totp/confirm': {
    leaves: ['account.factor_added'],
    ready: async ({ owner }) => {
      const { secret } = (await owner.send('POST', '/account/totp')).body as { secret: string };
      return { by: owner, path: '/account/totp/confirm', body: { code: codeAt(secret) } };
    },
  },
  'DELETE /account/totp': {
    leaves: ['account.factor_removed'],
    ready: async (site) => {
      await guarded(site);
      return { by: site.owner, path: '/account/totp' };
    },
  },
  'POST /links/look': {
    leaves: [],
    ready: async (site, { url }) => ({
      by: new DashboardClient(url),
      path: '/links/look',
      body: { token: await invited(site) },
    }),
  },
  'POST /links/use': {
    leaves: ['account.created', 'session.began'],
    inProject: ['member.joined'],
    ready: async (site, { url }) => ({
      by: new DashboardClient(url),
      path: '/links/use',
      body: { token: await invited(site), email: newEmail(site.project), name: hidden, password },
    }),
  },
  'POST /projects': {
    leaves: [],
    inProject: ['project.created', 'member.added', 'key.created', 'key.created'],
    ready: async ({ owner }) => ({
      by: owner,
      path: '/projects',
      body: { name: 'Another', request_id: randomUUID() },
    }),
  },
  'POST /templates/:templateId/copies': {
    leaves: [],
    ready: async ({ owner, desk, project }) => {
      await desk('PATCH', '/settings', { is_template: true });
      return { by: owner, path: `/templates/${project.id}/copies`, body: { name: hidden } };
    },
  },
  'POST /set-up': {
    leaves: ['account.created', 'session.began'],
    inProject: ['project.created', 'member.added'],
    ready: async (_site, { app, url }) => ({
      by: new DashboardClient(url),
      path: '/set-up',
      body: {
        token: await createSetUpToken(app.system),
        project: 'Site',
        email: `${hidden.toLowerCase()}@example.test`,
        password,
      },
    }),
  },
};

/** A member whom an owner changes or removes; they belong nowhere else. */
export async function anotherMember({ project }: Site, { app }: TestService): Promise<string> {
  const { _id } = await addPerson(app, project.id, { email: newEmail(project), role: 'editor' });
  return _id;
}
