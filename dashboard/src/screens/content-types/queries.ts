import type { ContentType, TypeTemplate } from '../../../../src/content/types/schema.ts';
import type { Field } from '../../../../src/content/fields/schema.ts';
import { useLocales } from '../../api/locales.ts';
import { useProjectQuery } from '../../api/project.ts';
import { type DefinitionKind, definitionKinds, typesPath } from './kinds.ts';

export function useContentTypes() {
  return useProjectQuery<{ data: ContentType[] }>('schema', typesPath);
}

/** Whether the project has two or more locales. */
export function useHasLocales(): boolean {
  return useLocales().length > 1;
}

/** A definition to start from. Its fields have no labels; the templates of blocks have no kind and no subtitle. */
export interface Template
  extends
    Pick<TypeTemplate, 'slug' | 'name' | 'description'>,
    Partial<Pick<TypeTemplate, 'kind' | 'subtitle_field'>> {
  display_field: string | null;
  fields: Omit<Field, 'label'>[];
}

export function useTemplates(kind: DefinitionKind) {
  return useProjectQuery<{ data: Template[] }>('schema', definitionKinds[kind].templatesPath);
}
