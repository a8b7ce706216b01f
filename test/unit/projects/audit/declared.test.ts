import { describe, expect, it } from 'vitest';
import { auditActions } from '../../../../src/contract/events/audit-actions.ts';
import type { Audits } from '../../../../src/core/http/pipeline/route.ts';
import { dashboardRoutes, routes } from '../../../support/assembly.ts';

/** Left by no route: by the command line, by jobs, by the first request of a session. */
const beside = [
  ...[
    'project.copied',
    'project.deleted',
    'project.exported',
    'project.imported',
    'project.loaded',
    'backup.created',
    'backup.restored',
    'backup.tested',
    'import.started',
    'member.entered',
    'log.trimmed',
  ],
  ...[
    'account.disabled',
    'account.enabled',
    'account.forgotten',
    'account.email_changed',
    'account.link_created',
  ],
];

const writes = [...routes, ...dashboardRoutes].filter(
  ({ method, audits }) => method !== 'GET' || audits !== undefined,
);
const namedBy = (audits: Audits | undefined): readonly string[] =>
  audits === undefined ? [] : typeof audits === 'string' ? [audits] : 'none' in audits ? [] : audits;

describe('the actions of the audit log', () => {
  it.each(writes.map(({ method, path, audits }) => [`${method} ${path}`, audits] as const))(
    '%s names what it leaves, or why nothing',
    (_name, audits) => {
      if (audits !== undefined && typeof audits === 'object' && 'none' in audits)
        expect(audits.none.length).toBeGreaterThan(3);
      else expect(namedBy(audits).filter((action) => !(action in auditActions))).toEqual([]);
      expect(audits).toBeDefined();
    },
  );

  it('are each left by a route, or by what is no route', () => {
    const left = new Set([...writes.flatMap(({ audits }) => namedBy(audits)), ...beside]);

    expect(Object.keys(auditActions).filter((action) => !left.has(action))).toEqual([]);
    expect([...left].filter((action) => !(action in auditActions))).toEqual([]);
  });
});
