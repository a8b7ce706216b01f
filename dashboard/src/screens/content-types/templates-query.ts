import type { TypeTemplate } from '../../../../src/content/types/schema.ts';
import type { Field } from '../../../../src/content/fields/schema.ts';
import { useProjectQuery } from '../../api/project.ts';

/** A type to begin with; labels are the keys in words. */
export interface Template extends Omit<TypeTemplate, 'fields'> {
  fields: Omit<Field, 'label'>[];
}

export function useTemplates() {
  return useProjectQuery<{ data: Template[] }>('schema', '/content-type-templates');
}
