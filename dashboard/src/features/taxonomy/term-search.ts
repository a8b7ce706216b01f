import { useEffect } from 'react';
import { foldText } from '../../../../src/contract/text/fold.ts';

interface NamedPages<Row> {
  rows: readonly Row[] | undefined;
  hasMore: boolean;
  loadMore: () => void;
}

/** The rows that contain every word. The API does not search these lists, so all rows are loaded first. */
export function useTermSearch<Row>(
  { rows, hasMore, loadMore }: NamedPages<Row>,
  q: string | undefined,
  textsOf: (row: Row) => string[],
): readonly Row[] | undefined {
  useEffect(() => {
    if (q !== undefined && hasMore) loadMore();
  }, [q, hasMore, loadMore, rows?.length]);
  if (q === undefined || rows === undefined) return rows;
  const words = foldText(q)
    .split(/\s+/)
    .filter((word) => word !== '');
  const matches = rows.filter((row) => {
    const text = foldText(textsOf(row).join(' '));
    return words.every((word) => text.includes(word));
  });
  return matches.length === 0 && hasMore ? undefined : matches;
}
