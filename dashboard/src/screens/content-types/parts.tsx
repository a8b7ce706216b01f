import { Link } from '@tanstack/react-router';
import type { ContentType } from '../../../../src/content/types/schema.ts';
import { useProject } from '../../api/project.ts';
import { Badge } from '../../components/base/badge.tsx';
import { type DefinitionKind, definitionKinds } from './kinds.ts';
import '../../components/layout/tabs.css';

const tabs = [
  { kind: 'type', label: 'Types' },
  { kind: 'block', label: 'Blocks' },
] as const;

/** Links between the list of content types and the list of blocks. */
export function SchemaTabs({ open }: { open: DefinitionKind }) {
  const { id: projectId } = useProject();
  return (
    <nav className="tabs" aria-label="Content model">
      {tabs.map(({ kind, label }) => (
        <Link
          key={kind}
          to={definitionKinds[kind].listScreen}
          params={{ projectId }}
          className={open === kind ? 'tab tab-chosen' : 'tab'}
          aria-current={open === kind ? 'page' : undefined}
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}

/** Links back to the list. */
export function ListLink({ kind }: { kind: DefinitionKind }) {
  const { id: projectId } = useProject();
  const { listScreen, listTitle } = definitionKinds[kind];
  return (
    <Link to={listScreen} params={{ projectId }}>
      {listTitle}
    </Link>
  );
}

export function KindBadge({ kind }: { kind: ContentType['kind'] }) {
  return kind === 'collection' ? <Badge tone="note">Collection</Badge> : <Badge>Single</Badge>;
}
