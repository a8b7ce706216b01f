import { useQuery } from '@tanstack/react-query';
import type { Field } from '../../../../src/content/fields/schema.ts';
import { useBlockDefinitions } from '../blocks/outline/definitions.ts';
import { blocksCode, richtextCode } from './code.ts';

export interface FormParts {
  isReady: boolean;
  /** Why a part does not come; null while it may. */
  error: unknown;
  retry: () => void;
}

/**
 * Fetches what some fields are drawn with beside their values: code, and definitions of blocks. A form that waits for it
 * has its height at once, and nothing in it moves.
 */
export function useFormParts(fields: readonly Pick<Field, 'type'>[]): FormParts {
  const has = (wanted: Field['type']) => fields.some(({ type }) => type === wanted);
  const takesBlocks = has('blocks');
  const code = useQuery({ ...blocksCode, enabled: takesBlocks });
  // A block may hold a text: what it holds is known too late to begin then.
  const text = useQuery({ ...richtextCode, enabled: takesBlocks || has('richtext') });
  const definitions = useBlockDefinitions({ enabled: takesBlocks });
  const asked = [code, text, definitions].filter(({ isEnabled }) => isEnabled);
  const failed = asked.find(({ isLoadingError }) => isLoadingError);
  return {
    isReady: asked.every(({ data }) => data !== undefined),
    error: failed?.error ?? null,
    retry: () => void failed?.refetch(),
  };
}
