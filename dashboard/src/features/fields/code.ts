import { queryOptions } from '@tanstack/react-query';

/** Comes with the first form that needs it, and is kept: every later one is drawn with it at once. */
const kept = { staleTime: Infinity, gcTime: Infinity, structuralSharing: false } as const;

/** The editor of formatted text. */
export const richtextCode = queryOptions({
  ...kept,
  queryKey: ['code', 'richtext'],
  queryFn: async () => (await import('../richtext/editor.tsx')).RichtextEditor,
});

/** The list of blocks of an entry. */
export const blocksCode = queryOptions({
  ...kept,
  queryKey: ['code', 'blocks'],
  queryFn: async () => (await import('../blocks/field.tsx')).BlocksField,
});
