import { queryOptions } from '@tanstack/react-query';

/** Loaded with the first form that needs it and cached, so that later forms render at once. */
const cachedForever = { staleTime: Infinity, gcTime: Infinity, structuralSharing: false } as const;

/** The editor of formatted text. */
export const richtextCode = queryOptions({
  ...cachedForever,
  queryKey: ['code', 'richtext'],
  queryFn: async () => (await import('../richtext/editor.tsx')).RichtextEditor,
});

/** The list of blocks of an entry. */
export const blocksCode = queryOptions({
  ...cachedForever,
  queryKey: ['code', 'blocks'],
  queryFn: async () => (await import('../blocks/field.tsx')).BlocksField,
});
