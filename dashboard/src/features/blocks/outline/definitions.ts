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

/** The definitions by slug; null while they load. If no field takes blocks, nothing is requested. */
export function useDefinitions(fields: readonly Pick<Field, 'type'>[]): Definitions | null {
  const isNeeded = fields.some(({ type }) => type === 'blocks');
  const { data } = useBlockDefinitions({ enabled: isNeeded });
  return useMemo(() => {
    if (!isNeeded) return none;
    return data === undefined ? null : new Map(data.data.map((one) => [one.slug, one]));
  }, [isNeeded, data]);
}

/** The name of a block, or its slug if the definition was deleted. */
export function blockName(definitions: Definitions, slug: string): string {
  return definitions.get(slug)?.name ?? slug;
}
