import { useMemo } from 'react';
import type { BlockDefinition } from '../../../../../src/content/types/blocks/schema.ts';
import type { Field } from '../../../../../src/content/fields/schema.ts';
import { useProjectQuery } from '../../../api/project.ts';

export const blocksPath = '/v1/schema/blocks';

export type Definitions = ReadonlyMap<string, BlockDefinition>;

const none: Definitions = new Map();

/** Every definition of the release. */
export function useBlockDefinitions({ enabled = true }: { enabled?: boolean } = {}) {
  return useProjectQuery<{ data: BlockDefinition[] }>('schema', blocksPath, { enabled });
}

/** The definitions by slug; null until they are there. Nothing is asked for where no field takes blocks. */
export function useDefinitions(fields: readonly Pick<Field, 'type'>[]): Definitions | null {
  const isAsked = fields.some(({ type }) => type === 'blocks');
  const { data } = useBlockDefinitions({ enabled: isAsked });
  return useMemo(() => {
    if (!isAsked) return none;
    return data === undefined ? null : new Map(data.data.map((one) => [one.slug, one]));
  }, [isAsked, data]);
}

/** What a block is called; its slug where the definition is gone. */
export function nameOf(definitions: Definitions, slug: string): string {
  return definitions.get(slug)?.name ?? slug;
}
