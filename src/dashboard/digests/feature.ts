import type { Feature } from '../../core/context/index.ts';
import { digestRoutes } from './dashboard-routes.ts';
import { deleteDigest, digests, dueDigestRows } from './repository.ts';
import { sendDigests } from './send.ts';

export const digestsFeature: Feature = {
  name: 'digests',
  dashboardRoutes: digestRoutes,
  collections: [{ collection: digests, stays: 'choices of people of one installation', mayBeSharded: false }],
  erasePerson: (system, { id }) => deleteDigest(system, id),
  jobs: (parts) => {
    const { send } = parts.mail;
    if (send === null) return [];
    return [
      {
        name: 'digests.send',
        everySeconds: 60,
        dueRows: dueDigestRows,
        run: () => sendDigests(parts, send),
      },
    ];
  },
};
