import { deliveryId } from '../../../src/contract/ids.ts';
import type { DeliveryRecord } from '../../../src/delivery/queue/schema.ts';
import type { App } from '../../../src/server/app.ts';
import { databaseOf } from '../database.ts';
import { addWaitingDeliveries } from '../waiting-deliveries.ts';
import { hidden, nothing, type Samples, seen, type Site, unseen } from './sites.ts';

const hook = { url: `https://example.com/hook?token=${hidden}`, events: ['*'] };
const target = { format: 'signed', url: `https://example.com/purge?token=${hidden}` };

const key = async ({ desk }: Site) =>
  (await desk('POST', '/keys', { purpose: 'secret', name: `${hidden} key` })).key.id as string;
const webhook = async ({ desk }: Site) => (await desk('POST', '/webhooks', hook)).endpoint.id as string;
const purgeTarget = async ({ desk }: Site) =>
  (await desk('POST', '/purge-targets', target)).target.id as string;
const invitation = async (site: Site) => {
  await site.desk('POST', '/invitations', { role: 'editor', note: hidden });
  return (await site.desk('GET', '/invitations')).data[0].id as string;
};
const locale = async ({ desk }: Site) => (await desk('POST', '/locales', { code: 'de' })).locale.id as string;
const previewLink = async ({ desk }: Site) =>
  (await desk('POST', '/preview-links', { expires_in_hours: 1 })).link.id as string;
const about = (path: string, id: string, body?: object) => ({ path, id, ...(body && { body }) });

/** One sample for each write of access and settings that the dashboard alone has, as an owner sends it. */
export const settingsWrites = (app: App, memberOf: (site: Site) => Promise<string>): Samples => ({
  'POST /keys': unseen(
    'key.created',
    async () => ({ path: '/keys', body: { purpose: 'secret', name: hidden } }),
    true,
  ),
  'PATCH /keys/:keyId': unseen('key.changed', async (site) => {
    const id = await key(site);
    return about(`/keys/${id}`, id, { name: `${hidden} anew` });
  }),
  'DELETE /keys/:keyId': unseen('key.revoked', async (site) => {
    const id = await key(site);
    return about(`/keys/${id}`, id);
  }),
  'POST /audit/export': unseen(
    'log.exported',
    async ({ project }) => about('/audit/export', project.id, {}),
    true,
  ),
  'POST /webhooks': unseen('webhook.created', async () => ({ path: '/webhooks', body: hook }), true),
  'PATCH /webhooks/:endpointId': unseen('webhook.changed', async (site) => {
    const id = await webhook(site);
    return about(`/webhooks/${id}`, id, { url: `https://example.org/?${hidden}` });
  }),
  'DELETE /webhooks/:endpointId': unseen('webhook.deleted', async (site) => {
    const id = await webhook(site);
    return about(`/webhooks/${id}`, id);
  }),
  'POST /webhooks/:endpointId/rotate': unseen(
    'webhook.rotated',
    async (site) => {
      const id = await webhook(site);
      return about(`/webhooks/${id}/rotate`, id);
    },
    true,
  ),
  'POST /webhooks/:endpointId/test': unseen(
    'webhook.tested',
    async (site) => {
      const id = await webhook(site);
      return about(`/webhooks/${id}/test`, id);
    },
    true,
  ),
  'POST /webhooks/:endpointId/replay': unseen(
    'webhook.replayed',
    async (site) => {
      const id = await webhook(site);
      return about(`/webhooks/${id}/replay`, id, { since: new Date(Date.now() - 60_000).toISOString() });
    },
    true,
  ),
  'POST /webhooks/:endpointId/deliveries/:deliveryId/replay': unseen(
    'webhook.replayed',
    async (site) => {
      const id = await webhook(site);
      const { id: project_id } = site.project;
      await addWaitingDeliveries(app, 1, { project_id, endpoint_id: id, state: 'failed' });
      const found = await databaseOf(app.system)
        .collection<DeliveryRecord>('deliveries')
        .findOne({ project_id, endpoint_id: id });
      const delivery = deliveryId(found?.event_id ?? '', id);
      return about(`/webhooks/${id}/deliveries/${delivery}/replay`, id);
    },
    true,
  ),
  'POST /purge-targets': unseen(
    'purge_target.created',
    async () => ({ path: '/purge-targets', body: target }),
    true,
  ),
  'PATCH /purge-targets/:targetId': unseen('purge_target.changed', async (site) => {
    const id = await purgeTarget(site);
    return about(`/purge-targets/${id}`, id, { url: `https://example.org/?${hidden}` });
  }),
  'DELETE /purge-targets/:targetId': unseen('purge_target.deleted', async (site) => {
    const id = await purgeTarget(site);
    return about(`/purge-targets/${id}`, id);
  }),
  'POST /purge-targets/:targetId/rotate': unseen(
    'purge_target.rotated',
    async (site) => {
      const id = await purgeTarget(site);
      return about(`/purge-targets/${id}/rotate`, id);
    },
    true,
  ),
  'POST /purge-targets/:targetId/test': unseen(
    'purge_target.tested',
    async (site) => {
      const id = await purgeTarget(site);
      return about(`/purge-targets/${id}/test`, id);
    },
    true,
  ),
  'POST /purge-targets/:targetId/replay': unseen(
    'purge_target.replayed',
    async (site) => {
      const id = await purgeTarget(site);
      return about(`/purge-targets/${id}/replay`, id, { since: new Date(Date.now() - 60_000).toISOString() });
    },
    true,
  ),
  'POST /purges': unseen('project.cleared', async ({ project }) => about('/purges', project.id, {}), true),
  'PATCH /members/:userId': unseen('member.changed', async (site) => {
    const id = await memberOf(site);
    return about(`/members/${id}`, id, { role: 'author' });
  }),
  'DELETE /members/:userId': unseen('member.removed', async (site) => {
    const id = await memberOf(site);
    return about(`/members/${id}`, id);
  }),
  'POST /invitations': unseen(
    'invitation.created',
    async () => ({ path: '/invitations', body: { role: 'editor', note: `${hidden}@example.test` } }),
    true,
  ),
  'DELETE /invitations/:id': unseen('invitation.withdrawn', async (site) => {
    const id = await invitation(site);
    return about(`/invitations/${id}`, id);
  }),
  'POST /members/:userId/link': unseen(
    'link.created',
    async (site) => {
      const id = await memberOf(site);
      return about(`/members/${id}/link`, id, { kind: 'reset' });
    },
    true,
  ),
  'POST /preview': unseen('preview.opened', async () => ({ path: '/preview', body: {} }), true),
  'POST /preview-links': unseen(
    'preview.link_created',
    async () => ({ path: '/preview-links', body: { name: 'For Ada', expires_in_hours: 1 } }),
    true,
  ),
  'DELETE /preview-links/:linkId': unseen('preview.link_revoked', async (site) => {
    const id = await previewLink(site);
    return about(`/preview-links/${id}`, id);
  }),
  'PATCH /settings': unseen('project.changed', async ({ project }) =>
    about('/settings', project.id, { preview_url: `https://example.com/${hidden}?token={token}` }),
  ),
  'PUT /sign-in': unseen('project.changed', async ({ project }) => {
    const group_roles = [{ issuer: 'corp', group: hidden, role: 'viewer' }];
    return about('/sign-in', project.id, { group_roles });
  }),
  'POST /locales': seen('locale.added', async () => ({ path: '/locales', body: { code: 'de' } })),
  'PATCH /locales/:locale': seen('locale.changed', async (site) => {
    const id = await locale(site);
    return about(`/locales/${id}`, id, { partial: true });
  }),
  'DELETE /locales/:locale': seen('locale.removed', async (site) => {
    const id = await locale(site);
    return about(`/locales/${id}`, id, { confirm: 'de' });
  }),
  'POST /settings/storage-test': nothing(async () => ({ path: '/settings/storage-test' })),
});
