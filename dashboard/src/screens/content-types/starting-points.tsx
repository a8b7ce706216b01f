import { Link } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { useProject } from '../../api/project.ts';
import { QueryView } from '../../components/states.tsx';
import { fieldTypeViews } from '../../fields/field-types.ts';
import { useTemplates } from './templates-query.ts';

/** Where a new type begins: empty, or as a copy of a template. */
export function StartingPoints() {
  const templates = useTemplates();
  return (
    <QueryView query={templates}>
      {({ data }) => (
        <ul className="starts">
          <li>
            <Start from="nothing">
              <span className="start-icons">
                <Plus size={15} aria-hidden />
              </span>
              <strong>Empty type</strong>
              <span>Start with no fields.</span>
            </Start>
          </li>
          {data.map(({ slug, name, description, kind, fields }) => (
            <li key={slug}>
              <Start from={slug}>
                <span className="start-icons" aria-hidden>
                  {fields.slice(0, 6).map(({ key, type }) => {
                    const Icon = fieldTypeViews[type].icon;
                    return <Icon key={key} size={15} />;
                  })}
                </span>
                <strong>{name}</strong>
                <span>{description}</span>
                <span className="start-facts">
                  {kind === 'collection' ? 'Collection' : 'Single'}, {fields.length} fields
                </span>
              </Start>
            </li>
          ))}
        </ul>
      )}
    </QueryView>
  );
}

function Start({ from, children }: { from: string; children: ReactNode }) {
  const { id: projectId } = useProject();
  return (
    <Link
      className="start"
      to="/p/$projectId/content-types/new"
      params={{ projectId }}
      search={({ release }) => ({ release, from })}
    >
      {children}
    </Link>
  );
}
