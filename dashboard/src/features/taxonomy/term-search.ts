import { useEffect } from 'react';
import { foldText } from '../../../../src/contract/text/fold.ts';

interface NamedPages<Row> {
  rows: readonly Row[] | undefined;
  hasMore: boolean;
  loadMore: () => void;
}

/** The rows that have every word somewhere; the API does not search these lists, so all of them are read first. */
export function useTermSearch<Row>(
  { rows, hasMore, loadMore }: NamedPages<Row>,
  q: string | undefined,
  textsOf: (row: Row) => string[],
): readonly Row[] | undefined {
  useEffect(() => {
    if (q !== undefined && hasMore) loadMore();
  }, [q, hasMore, loadMore, rows?.length]);
  if (q === undefined || rows === undefined) return rows;
  const wanted = foldText(q)
    .split(/\s+/)
    .filter((word) => word !== '');
  const found = rows.filter((row) => {
    const text = foldText(textsOf(row).join(' '));
    return wanted.every((word) => text.includes(word));
  });
  return found.length === 0 && hasMore ? undefined : found;
}
