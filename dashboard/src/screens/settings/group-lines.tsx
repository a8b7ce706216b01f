import type { ProjectSignIn } from '../../../../src/accounts/policy/schema.ts';
import { type Role, roles } from '../../../../src/contract/access.ts';
import type { Issuer } from '../../api/issuers.ts';
import { LineList } from '../../components/form/line-list.tsx';
import { roleNames } from '../../features/access/role-names.ts';

export type GroupRole = ProjectSignIn['group_roles'][number];

interface GroupLinesProps {
  lines: GroupRole[];
  issuers: readonly Issuer[];
  onChange: (lines: GroupRole[]) => void;
}

/** The roles that members of identity provider groups get. */
export function GroupLines({ lines, issuers, onChange }: GroupLinesProps) {
  const empty: GroupRole = { issuer: issuers[0]?.name ?? '', group: '', role: 'editor', grant: null };
  return (
    <div className="field">
      <p className="field-help">
        People in these groups become members when they sign in at your identity provider, and lose access
        when they leave the group. The first group in the list that a person is in decides. Invited members
        keep their role.
      </p>
      <LineList<GroupRole>
        label="Group roles"
        noun="group"
        name="group_roles"
        lines={lines}
        onChange={onChange}
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
    </div>
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
