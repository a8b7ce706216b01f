import { Link, useNavigate } from '@tanstack/react-router';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useActions } from '../../components/keyboard/actions.ts';
import { neighborsOf } from '../../components/list/list-return.ts';

/** Steps to the item before and after this one, in the list from which it was opened. */
export function Neighbors({ id }: { id: string }) {
  const navigate = useNavigate();
  const { previous, next } = neighborsOf(id);
  const steps = [
    { label: 'Previous in the list', keys: '[', link: previous, icon: ChevronLeft },
    { label: 'Next in the list', keys: ']', link: next, icon: ChevronRight },
  ];
  useActions(
    steps.flatMap(({ label, keys, link, icon }) =>
      link === null
        ? []
        : [{ id: label, label, keys, icon, group: 'This list', run: () => void navigate(link) }],
    ),
  );
  if (previous === null && next === null) return null;
  return (
    <nav className="neighbors" aria-label="Neighbors in the list">
      {steps.map(({ label, keys, link, icon: Icon }) =>
        link === null ? null : (
          <Link key={label} {...link} className="icon-button" aria-label={label} title={`${label} (${keys})`}>
            <Icon size={16} aria-hidden />
          </Link>
        ),
      )}
    </nav>
  );
}
