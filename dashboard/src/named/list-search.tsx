import { Search } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { foldText } from '../../../src/contract/fold.ts';
import { useActions } from '../components/actions.ts';
import { SearchField } from '../components/search-field.tsx';

interface ListSearchProps {
  label: string;
  value: string | undefined;
  onChange: (words: string | undefined) => void;
}

/** The words that a list is narrowed by; `/` goes there. */
export function ListSearch({ label, value = '', onChange }: ListSearchProps) {
  const input = useRef<HTMLInputElement>(null);
  useActions([
    {
      id: 'search-list',
      label,
      group: 'This screen',
      icon: Search,
      keys: '/',
      run: () => input.current?.select(),
    },
  ]);
  return (
    <SearchField
      ref={input}
      label={label}
      value={value}
      onChange={(words) => onChange(words === '' ? undefined : words)}
    />
  );
}

interface NamedPages<Row> {
  rows: Row[] | undefined;
  hasMore: boolean;
  loadMore: () => void;
}

/** The rows that have every word somewhere; the API does not search these lists, so all of them are read first. */
export function useNamedSearch<Row>(
  { rows, hasMore, loadMore }: NamedPages<Row>,
  q: string | undefined,
  textsOf: (row: Row) => string[],
): Row[] | undefined {
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
