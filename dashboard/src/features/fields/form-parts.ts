import { useQuery } from '@tanstack/react-query';
import type { Field } from '../../../../src/content/fields/schema.ts';
import { useBlockDefinitions } from '../blocks/outline/definitions.ts';
import { blocksCode, richtextCode } from './code.ts';

export interface FormParts {
  isReady: boolean;
  /** The error of a part that did not load, or null. */
  error: unknown;
  retry: () => void;
}

/** Loads the code and block definitions that some fields need. The form renders after that, so that nothing moves. */
export function useFormParts(fields: readonly Pick<Field, 'type'>[]): FormParts {
  const has = (expected: Field['type']) => fields.some(({ type }) => type === expected);
  const hasBlocks = has('blocks');
  const code = useQuery({ ...blocksCode, enabled: hasBlocks });
  // Loaded with blocks, because a block can contain rich text.
  const text = useQuery({ ...richtextCode, enabled: hasBlocks || has('richtext') });
  const definitions = useBlockDefinitions({ enabled: hasBlocks });
  const queries = [code, text, definitions].filter(({ isEnabled }) => isEnabled);
  const failedQuery = queries.find(({ isLoadingError }) => isLoadingError);
  return {
    isReady: queries.every(({ data }) => data !== undefined),
    error: failedQuery?.error ?? null,
    retry: () => void failedQuery?.refetch(),
  };
}
