import { Link } from '@tanstack/react-router';
import type { BlockDefinition } from '../../../../src/content/types/blocks/schema.ts';
import type { ContentType } from '../../../../src/content/types/schema.ts';
import { useProject } from '../../api/project.ts';
import { type DefinitionKind, definitionLink } from './kinds.ts';

/** A field that refers to a content type or allows a block. */
export interface DefinitionUse {
  /** Whether a content type or a block has the field. */
  definitionKind: DefinitionKind;
  slug: string;
  name: string;
  /** The label of the field. */
  field: string;
}

/** Every field that allows the block. */
export function usesOfBlock(
  block: string,
  { types, blocks }: { types: readonly ContentType[]; blocks: readonly BlockDefinition[] },
): DefinitionUse[] {
  const inFields = (definitionKind: DefinitionKind, { slug, name, fields }: ContentType | BlockDefinition) =>
    fields
      .filter(({ options }) => (options as { blocks?: string[] }).blocks?.includes(block) === true)
      .map(({ label }): DefinitionUse => ({ definitionKind, slug, name, field: label }));
  return [
    ...types.flatMap((type) => inFields('type', type)),
    ...blocks.flatMap((one) => inFields('block', one)),
  ];
}

/** Links to the definitions that contain the fields. */
export function UsesList({ uses, onNavigate }: { uses: readonly DefinitionUse[]; onNavigate?: () => void }) {
  const { id: projectId } = useProject();
  return (
    <ul className="referrers">
      {uses.map(({ definitionKind, slug, name, field }) => (
        <li key={`${definitionKind} ${slug} ${field}`}>
          <Link {...definitionLink(projectId, definitionKind, slug)} onClick={onNavigate}>
            {name}
          </Link>
          <span className="muted">{field}</span>
        </li>
      ))}
    </ul>
  );
}
