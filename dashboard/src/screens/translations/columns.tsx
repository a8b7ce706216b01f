import type { ContentType } from '../../../../src/content/types/schema.ts';
import type { Translation } from '../../../../src/lifecycle/translations/schema.ts';
import { Badge } from '../../components/base/badge.tsx';
import { Time } from '../../components/base/time.tsx';
import type { Column } from '../../components/list/data-table.tsx';

/** The content type of a listed entry. */
export type RowType = Pick<ContentType, 'slug' | 'name' | 'kind' | 'fields'>;

/** The columns of the list. Entries show their content type. */
export function columnsOf(
  types: readonly RowType[] | undefined,
  isOfEntries: boolean,
): readonly Column<Translation>[] {
  const typeOf = ({ type }: Translation) => types?.find(({ slug }) => slug === type);
  const type: Column<Translation> = {
    key: 'type',
    title: 'Type',
    width: '150px',
    cell: (row) => typeOf(row)?.name ?? '',
  };
  return [
    { key: 'title', title: 'Title', width: '34%', cell: ({ title }) => <bdi>{title || 'Untitled'}</bdi> },
    { key: 'texts', title: 'Texts', cell: (row) => <Texts row={row} type={typeOf(row)} /> },
    ...(isOfEntries ? [type] : []),
    {
      key: 'live',
      title: 'Readers',
      width: '110px',
      cell: ({ live }) => <Badge tone={live ? 'good' : 'plain'}>{live ? 'Live' : 'Not live'}</Badge>,
    },
    {
      key: 'at',
      title: 'Last change',
      width: '120px',
      align: 'end',
      cell: (row) => <Time value={row.updated_at} />,
    },
  ];
}

interface TextsProps {
  row: Translation;
  type: RowType | undefined;
}

/** The names of the texts that are missing or outdated. */
function Texts({ row, type }: TextsProps) {
  const { missing_fields: missingNames, outdated_fields: outdatedNames } = row;
  const parts = [
    ...(missingNames.length === 0 ? [] : [`Missing: ${labelsOf(missingNames, type)}`]),
    ...(outdatedNames.length === 0 ? [] : [`Outdated: ${labelsOf(outdatedNames, type)}`]),
  ];
  const text = parts.length === 0 ? 'Up to date' : parts.join(' · ');
  return <span title={text}>{text}</span>;
}

/** The labels of fields. A field with several texts, such as a list of blocks, is named once. */
function labelsOf(names: readonly string[], type: RowType | undefined): string {
  const keys = [...new Set(names.map((name) => name.split('/')[0] ?? name))];
  return keys
    .map((key) => type?.fields.find((field) => field.key === key)?.label ?? wordsOfKey(key))
    .join(', ');
}

/** `Job title` for `job_title`. */
function wordsOfKey(key: string): string {
  const words = key.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
