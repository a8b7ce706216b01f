import type { EditorRow } from '../../../../src/content/entries/editor/editor-schema.ts';
import { fieldTypeFacts } from '../../../../src/contract/fields/field-types.ts';
import type { EditorTargets } from '../../../../src/contract/fields/links.ts';
import type { ContentType } from '../../../../src/content/types/schema.ts';
import type { Locale } from '../../api/locales.ts';
import { LocaleStates } from '../../features/locales/locale-state.tsx';
import { type Column, sortedBy } from '../../components/list/data-table.tsx';
import { Time } from '../../components/base/time.tsx';
import { StatusBadge } from '../../features/editing/publish/status.tsx';
import type { CellProps } from '../../features/fields/field-type.ts';
import { fieldTypeViews } from '../../features/fields/field-types.ts';

interface ColumnsOf {
  type: ContentType;
  /** Keys of the fields that are shown beside the title. */
  shown: readonly string[];
  targets: EditorTargets;
  sort: string;
  onSort: (sort: string) => void;
  /** The locale of the rows; absent with one locale. */
  locale: Locale | undefined;
}

/** The columns of a list of entries: title, status, chosen fields and last change. */
export function columnsOf({ type, shown, targets, sort, onSort, locale }: ColumnsOf): Column<EditorRow>[] {
  const sorting = sortedBy(sort, onSort);
  const fields = shown.flatMap((key) => type.fields.find((field) => field.key === key) ?? []);
  const title = type.display_field;
  const thumbnail = type.fields.find(
    (field) => field.type === 'image' && field.key !== title && !shown.includes(field.key),
  );
  return [
    {
      key: 'title',
      title: 'Title',
      width: '27%',
      ...(title === null ? {} : sorting(title)),
      cell: (row) => <Title row={row} thumbnail={thumbnail} targets={targets} locale={locale} />,
    },
    { key: 'status', title: 'Status', width: '144px', cell: (row) => <StatusBadge item={row} isShort /> },
    ...(locale === undefined
      ? []
      : [
          {
            key: 'locales',
            title: 'Languages',
            width: '132px',
            cell: (row: EditorRow) => <LocaleStates states={row.states} />,
          },
        ]),
    ...fields.map((field) => ({
      key: `field ${field.key}`,
      title: field.label,
      ...(fieldTypeFacts[field.type].isSortable ? sorting(field.key) : {}),
      ...alignOf(field),
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

function alignOf({ type }: CellProps['field']) {
  const { align } = fieldTypeViews[type];
  return align === undefined ? {} : { align };
}

interface TitleProps {
  row: EditorRow;
  /** The field whose image is shown before the title; undefined if the type has none, or a column shows it. */
  thumbnail: CellProps['field'] | undefined;
  targets: EditorTargets;
  locale: Locale | undefined;
}

function Title({ row: { title, subtitle, draft }, thumbnail, targets, locale }: TitleProps) {
  const image = thumbnail === undefined ? undefined : draft[thumbnail.key];
  return (
    <span className="cell-title">
      {thumbnail === undefined || image == null ? null : (
        <Cell field={thumbnail} value={image} targets={targets} />
      )}
      {title === '' ? <span className="cell-untitled">Untitled</span> : <Text locale={locale}>{title}</Text>}
      {subtitle === null ? null : (
        <span className="cell-subtitle">
          <Text locale={locale}>{subtitle}</Text>
        </span>
      )}
    </span>
  );
}

/** A text in the locale of the list, whose direction does not affect what is beside it. */
function Text({ locale, children }: { locale: Locale | undefined; children: string }) {
  return locale === undefined ? <span>{children}</span> : <bdi lang={locale.code}>{children}</bdi>;
}

function Cell({ field, value, targets }: CellProps) {
  if (value === undefined || value === null) return <span className="cell-none">–</span>;
  const { Cell: OwnCell } = fieldTypeViews[field.type];
  return <OwnCell field={field} value={value} targets={targets} />;
}
