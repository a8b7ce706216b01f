import { Link } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { useProject } from '../../api/project.ts';
import { counted } from '../../components/base/counted.ts';
import { Page } from '../../components/layout/page.tsx';
import { QueryView } from '../../components/layout/states.tsx';
import { fieldTypeViews } from '../../features/fields/field-types.ts';
import { type DefinitionKind, definitionKinds } from './kinds.ts';
import { ListLink } from './parts.tsx';
import { type Template, useTemplates } from './queries.ts';

/** The first step of creating a content type or a block. */
export function StartScreen({ kind }: { kind: DefinitionKind }) {
  return (
    <Page
      title={definitionKinds[kind].title}
      above={<ListLink kind={kind} />}
      intro={`Start from scratch or from a template. Galley copies the template: later changes to it do not affect your ${kind}.`}
    >
      <StartingPoints kind={kind} />
    </Page>
  );
}

/** What a new content type or block can start from: nothing, or a copy of a template. */
export function StartingPoints({ kind }: { kind: DefinitionKind }) {
  return (
    <QueryView query={useTemplates(kind)}>
      {({ data }) => (
        <ul className="starts">
          <Start
            kind={kind}
            from="nothing"
            icons={<Plus size={15} />}
            name={`Empty ${kind}`}
            description="Start with no fields."
          />
          {data.map((template) => (
            <Start
              key={template.slug}
              kind={kind}
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
      )}
    </QueryView>
  );
}

function factsOf({ kind: typeKind, fields }: Template): string {
  const count = counted(fields.length, 'field');
  if (typeKind === undefined) return count; // a template of a block
  return `${typeKind === 'collection' ? 'Collection' : 'Single'}, ${count}`;
}

interface StartProps {
  kind: DefinitionKind;
  from: string;
  icons: ReactNode;
  name: string;
  description: string;
  facts?: string;
}

function Start({ kind, from, icons, name, description, facts }: StartProps) {
  const { id: projectId } = useProject();
  return (
    <li>
      <Link className="start" to={definitionKinds[kind].newScreen} params={{ projectId }} search={{ from }}>
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
