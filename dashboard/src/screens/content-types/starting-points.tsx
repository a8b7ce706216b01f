import { Link } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import type { FieldType } from '../../../../src/contract/fields/field-types.ts';
import { useProject } from '../../api/project.ts';
import { fieldTypeViews } from '../../features/fields/field-types.ts';

interface Template {
  slug: string;
  name: string;
  description: string;
  fields: readonly { key: string; type: FieldType }[];
}

interface StartingPointsProps<T extends Template> {
  /** The screen that begins with the chosen point. */
  to: '/p/$projectId/content-types/new' | '/p/$projectId/content-types/blocks/new';
  /** The name of the point without fields. */
  empty: string;
  templates: readonly T[];
  factsOf: (template: T) => string;
}

/** Where a new type or block begins: empty, or as a copy of a template. */
export function StartingPoints<T extends Template>({
  to,
  empty,
  templates,
  factsOf,
}: StartingPointsProps<T>) {
  return (
    <ul className="starts">
      <Start
        to={to}
        from="nothing"
        icons={<Plus size={15} />}
        name={empty}
        description="Start with no fields."
      />
      {templates.map((template) => (
        <Start
          key={template.slug}
          to={to}
          from={template.slug}
          icons={template.fields.slice(0, 6).map(({ key, type }) => {
            const Icon = fieldTypeViews[type].icon;
            return <Icon key={key} size={15} />;
          })}
          name={template.name}
          description={template.description}
          facts={factsOf(template)}
        />
      ))}
    </ul>
  );
}

interface StartProps extends Pick<StartingPointsProps<Template>, 'to'> {
  from: string;
  icons: ReactNode;
  name: string;
  description: string;
  facts?: string;
}

function Start({ to, from, icons, name, description, facts }: StartProps) {
  const { id: projectId } = useProject();
  return (
    <li>
      <Link
        className="start"
        to={to}
        params={{ projectId }}
        search={({ release }: { release?: string }) => ({ release, from })}
      >
        <span className="start-icons" aria-hidden>
          {icons}
        </span>
        <strong>{name}</strong>
        <span>{description}</span>
        {facts === undefined ? null : <span className="start-facts">{facts}</span>}
      </Link>
    </li>
  );
}
