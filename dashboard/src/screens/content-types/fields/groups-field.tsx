import type { FieldGroup } from '../../../features/form/parts.ts';
import { groupsMax } from '../../../../../src/contract/fields/conditions.ts';
import { LineList } from '../../../components/form/line-list.tsx';
import { Section } from '../../../components/layout/page.tsx';
import type { Draft } from '../builder/draft.ts';
import { changeGroups } from '../builder/groups.ts';
import './options/layout-options.css';

interface GroupsFieldProps {
  draft: Draft;
  onChange: (change: (draft: Draft) => Draft) => void;
}

/** The groups of the form, in their order. */
export function GroupsField({ draft, onChange }: GroupsFieldProps) {
  const { groups, definitionKind } = draft;
  return (
    <Section
      title="Groups"
      intro="Groups divide long forms. Choose the group of a field in its settings. Fields without a group come first."
    >
      <LineList<FieldGroup>
        label="Groups"
        noun="group"
        name="groups"
        lines={groups}
        onChange={(lines) => onChange((current) => changeGroups(current, lines.slice(0, groupsMax)))}
        empty={{ key: '', label: '', display: 'section', collapsed: false }}
        nameOf={({ label }) => label}
      >
        {({ label, display, collapsed }, { index, isNew, change, onEnter }) => (
          <div className="group-line">
            <input
              className="input"
              aria-label={`Name of group ${index + 1}`}
              placeholder="Name"
              maxLength={60}
              value={label}
              autoFocus={isNew}
              onChange={({ target }) => change({ label: target.value })}
              onKeyDown={onEnter}
            />
            <select
              className="input select"
              aria-label={`Display of group ${index + 1}`}
              value={display === 'tab' ? 'tab' : collapsed ? 'collapsed' : 'section'}
              onChange={({ target }) => change(displayOf(target.value))}
            >
              <option value="section">Section, open</option>
              <option value="collapsed">Section, folded</option>
              {definitionKind === 'type' ? <option value="tab">Tab</option> : null}
            </select>
          </div>
        )}
      </LineList>
    </Section>
  );
}

function displayOf(choice: string): Pick<FieldGroup, 'display' | 'collapsed'> {
  return { display: choice === 'tab' ? 'tab' : 'section', collapsed: choice === 'collapsed' };
}
