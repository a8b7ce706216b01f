import { Link } from '@tanstack/react-router';
import { includesArea } from '../../api/granted.ts';
import { useWritableLocales } from '../../api/locales.ts';
import { useProject } from '../../api/project.ts';
import { navigation, type NavItem } from './navigation.ts';
import { SideTypes } from './side-types.tsx';
import './side-nav.css';

/** The screens that this member may open, by group. */
export function useNavigation(): NavItem[] {
  const { role, grant } = useProject();
  const hasLocales = useWritableLocales().length > 1;
  return navigation.filter(
    ({ owner, area, locales }) =>
      (owner !== true || role === 'owner') &&
      (area === undefined || includesArea(grant, area)) &&
      (locales !== true || hasLocales),
  );
}

export function SideNav({ onNavigate }: { onNavigate: () => void }) {
  const { id } = useProject();
  const groups = Map.groupBy(useNavigation(), ({ group }) => group);
  return (
    <nav className="side-nav" aria-label="Screens">
      {[...groups].map(([group, items]) => (
        <div key={group} className="side-nav-group">
          {group === 'Home' ? null : <h2 className="side-nav-title">{group}</h2>}
          <ul>
            {items.map(({ to, label, icon: Icon }) => (
              <li key={label}>
                <Link
                  to={to}
                  params={{ projectId: id }}
                  className="side-nav-link"
                  activeOptions={{ exact: group === 'Home', includeSearch: false }}
                  onClick={onNavigate}
                  preload="intent"
                >
                  <Icon size={16} aria-hidden />
                  {label}
                </Link>
                {label === 'Entries' ? <SideTypes onNavigate={onNavigate} /> : null}
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}
