import type { EditorRow } from '../../../../src/content/editor-schema.ts';
import { fieldTypeFacts } from '../../../../src/contract/field-types.ts';
import type { EditorTargets } from '../../../../src/contract/links.ts';
import type { ContentType } from '../../../../src/content-types/schema.ts';
import type { Field } from '../../../../src/fields/schema.ts';
import type { Column } from '../../components/data-table.tsx';
import { Time } from '../../components/time.tsx';
import { StatusBadge } from '../../editing/status.tsx';

interface ColumnsOf {
  type: ContentType;
  /** Keys of the fields that are shown beside the title. */
  shown: readonly string[];
  targets: EditorTargets;
  sort: string;
  onSort: (sort: string) => void;
}

/** The columns of a list of entries: what they are called, where they stand, the chosen fields, the last change. */
export function columnsOf({ type, shown, targets, sort, onSort }: ColumnsOf): Column<EditorRow>[] {
  const sorting = (key: string) => ({
    sort: sort === key ? ('ascending' as const) : sort === `-${key}` ? ('descending' as const) : null,
    onSort: () => onSort(sort === key ? `-${key}` : key),
  });
  const fields = shown.flatMap((key) => type.fields.find((field) => field.key === key) ?? []);
  const title = type.display_field;
  return [
    {
      key: 'title',
      title: 'Title',
      width: '27%',
      ...(title === null ? {} : sorting(title)),
      cell: (row) => <Title row={row} />,
    },
    { key: 'status', title: 'Status', width: '144px', cell: (row) => <StatusBadge item={row} isShort /> },
    ...fields.map((field) => ({
      key: `field ${field.key}`,
      title: field.label,
      ...(fieldTypeFacts[field.type].isSortable ? sorting(field.key) : {}),
      ...(field.type === 'number' ? { align: 'end' as const } : {}),
      cell: (row: EditorRow) => <Cell field={field} value={row.draft[field.key]} targets={targets} />,
    })),
    {
      key: 'updated',
      title: 'Changed',
      width: '120px',
      ...sorting('updated_at'),
      cell: (row) => <Time value={row.updated_at} />,
    },
  ];
}

function Title({ row: { title, subtitle } }: { row: EditorRow }) {
  return (
    <span className="cell-title">
      {title === '' ? <span className="cell-untitled">Untitled</span> : <span>{title}</span>}
      {subtitle === null ? null : <span className="cell-subtitle">{subtitle}</span>}
    </span>
  );
}

const day = new Intl.DateTimeFormat('en', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});
const moment = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });

/** A scalar in words. */
function plain(value: unknown): string {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
}

function Cell({ field, value, targets }: { field: Field; value: unknown; targets: EditorTargets }) {
  if (value === undefined || value === null) return <span className="cell-none">–</span>;
  switch (field.type) {
    case 'boolean':
      return value === true ? 'Yes' : 'No';
    case 'select':
      return field.options.choices?.find((choice) => choice.value === value)?.label ?? plain(value);
    case 'date': {
      const text = plain(value);
      return (text.includes('T') ? moment : day).format(new Date(text));
    }
    case 'image':
    case 'gallery':
      return <Pictures ids={listOf(value)} targets={targets} />;
    case 'link':
    case 'link_list':
    case 'reference':
    case 'reference_list':
      return (
        <span className="cell-text">
          {listOf(value)
            .map((id) => targets[id]?.title ?? 'gone')
            .join(', ')}
        </span>
      );
    case 'richtext':
      return null;
    case 'string':
    case 'text':
    case 'url':
    case 'number':
      return <span className="cell-text">{plain(value)}</span>;
  }
}

function Pictures({ ids, targets }: { ids: readonly string[]; targets: EditorTargets }) {
  return (
    <span className="cell-pictures">
      {ids.slice(0, 3).map((id) => {
        const image = targets[id]?.image;
        return image?.url == null ? null : <img key={id} src={image.url} alt={image.alt} loading="lazy" />;
      })}
      {ids.length > 3 ? <span className="cell-none">+{ids.length - 3}</span> : null}
    </span>
  );
}

function listOf(value: unknown): string[] {
  return Array.isArray(value) ? (value as string[]) : [value as string];
}
