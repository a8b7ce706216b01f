import { useState } from 'react';
import type { ProjectSignIn, ReplaceProjectSignIn } from '../../../../src/accounts/policy/schema.ts';
import { type Role, roles } from '../../../../src/contract/access.ts';
import type { Issuer } from '../../api/issuers.ts';
import { useProjectMutation, useProjectQuery } from '../../api/project.ts';
import { useSession } from '../../api/session.ts';
import { Button } from '../../components/base/button.tsx';
import { Form, useSubmit } from '../../components/form/form.tsx';
import { LeaveGuard } from '../../components/form/leave-guard.tsx';
import { LineList } from '../../components/form/line-list.tsx';
import { Card, Section } from '../../components/layout/page.tsx';
import { QueryView } from '../../components/layout/states.tsx';
import { toast } from '../../components/overlay/toast.tsx';
import { roleNames } from '../../features/access/role-names.ts';

type GroupRole = ProjectSignIn['group_roles'][number];

/** The roles that groups of identity providers give; hidden while the installation has no provider. */
export function GroupRolesSection() {
  const issuers = useSession()?.sign_in.issuers ?? [];
  return issuers.length === 0 ? null : <GroupRoles issuers={issuers} />;
}

function GroupRoles({ issuers }: { issuers: readonly Issuer[] }) {
  const policy = useProjectQuery<ProjectSignIn>('settings', '/sign-in');
  return (
    <Section
      title="Group roles"
      intro="People in these groups of your identity provider become members when they sign in there, and lose access when they leave the group. The first group in the list that a person is in decides. Invited members keep their role."
    >
      <QueryView query={policy}>
        {({ group_roles: saved }) => <GroupRolesForm saved={saved} issuers={issuers} />}
      </QueryView>
    </Section>
  );
}

function GroupRolesForm({ saved, issuers }: { saved: GroupRole[]; issuers: readonly Issuer[] }) {
  const [edited, setEdited] = useState<GroupRole[] | null>(null);
  const lines = edited ?? saved;
  const save = useProjectMutation(['settings', 'members'], (api, input: ReplaceProjectSignIn) =>
    api.put<ProjectSignIn>('/sign-in', input),
  );
  const submission = useSubmit(async () => {
    await save.mutateAsync({ group_roles: lines.filter(({ group }) => group !== '') });
    setEdited(null);
    toast('Group roles saved');
  });
  const empty: GroupRole = { issuer: issuers[0]?.name ?? '', group: '', role: 'editor', grant: null };
  const fields = lines.flatMap((_line, i) =>
    ['issuer', 'group', 'role'].map((key) => `group_roles[${String(i)}].${key}`),
  );
  return (
    <Card>
      <Form submission={submission} fields={['group_roles', ...fields]}>
        <LeaveGuard when={edited !== null && !submission.busy} />
        <LineList<GroupRole>
          label="Groups"
          noun="group"
          name="group_roles"
          lines={lines}
          onChange={setEdited}
          empty={empty}
          nameOf={({ group }) => group}
        >
          {(line, { index, isNew, change, onEnter }) => (
            <div className="line-inputs">
              <input
                className="input"
                aria-label={`Name of group ${index + 1}`}
                placeholder="web-team"
                value={line.group}
                maxLength={200}
                spellCheck={false}
                autoFocus={isNew}
                onChange={({ target }) => change({ group: target.value })}
                onKeyDown={onEnter}
              />
              <select
                className="input select"
                aria-label={`Identity provider of group ${index + 1}`}
                value={line.issuer}
                onChange={({ target }) => change({ issuer: target.value })}
              >
                {withIssuer(issuers, line.issuer).map(({ name, label }) => (
                  <option key={name} value={name}>
                    {label}
                  </option>
                ))}
              </select>
              <select
                className="input select"
                aria-label={`Role of group ${index + 1}`}
                value={line.role}
                onChange={({ target }) => change(roleChange(target.value))}
              >
                {roles.map((role) => (
                  <option key={role} value={role}>
                    {roleNames[role]}
                  </option>
                ))}
              </select>
            </div>
          )}
        </LineList>
        <div className="row">
          <Button type="submit" variant="primary" busy={submission.busy} disabled={edited === null}>
            Save group roles
          </Button>
        </div>
      </Form>
    </Card>
  );
}

/** Owners have no limits. */
function roleChange(value: string): Partial<GroupRole> {
  const role: Role = roles.find((candidate) => candidate === value) ?? 'viewer';
  return role === 'owner' ? { role, grant: null } : { role };
}

/** The choices of a line whose provider the operator may have removed. */
function withIssuer(issuers: readonly Issuer[], name: string): readonly Issuer[] {
  return issuers.some((issuer) => issuer.name === name) ? issuers : [...issuers, { name, label: name }];
}
