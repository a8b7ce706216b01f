import type { CellProps } from './field-type.ts';

const day = new Intl.DateTimeFormat('en', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});
const moment = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });

function plainText(value: unknown): string {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
}

function listOf(value: unknown): string[] {
  return Array.isArray(value) ? (value as string[]) : [value as string];
}

export function TextCell({ value }: CellProps) {
  return <span className="cell-text">{plainText(value)}</span>;
}

/** Formatted text does not fit a cell. */
export function NoCell() {
  return null;
}

export function BooleanCell({ value }: CellProps) {
  return value === true ? 'Yes' : 'No';
}

export function DateCell({ value }: CellProps) {
  const text = plainText(value);
  return (text.includes('T') ? moment : day).format(new Date(text));
}

export function SelectCell({ field, value }: CellProps) {
  return field.options.choices?.find((choice) => choice.value === value)?.label ?? plainText(value);
}

export function ImagesCell({ value, targets }: CellProps) {
  const ids = listOf(value);
  return (
    <span className="cell-images">
      {ids.slice(0, 3).map((id) => {
        const image = targets[id]?.image;
        return image?.url == null ? null : <img key={id} src={image.url} alt={image.alt} loading="lazy" />;
      })}
      {ids.length > 3 ? <span className="cell-none">+{ids.length - 3}</span> : null}
    </span>
  );
}

export function TargetsCell({ value, targets }: CellProps) {
  return (
    <span className="cell-text">
      {listOf(value)
        .map((id) => targets[id]?.title ?? 'gone')
        .join(', ')}
    </span>
  );
}

export function ListCell({ field, value }: CellProps) {
  const labels = listOf(value).map(
    (text) => field.options.choices?.find((choice) => choice.value === text)?.label ?? text,
  );
  return <span className="cell-text">{labels.join(', ')}</span>;
}

export function LocationCell({ value }: CellProps) {
  const { lat, lng } = value as { lat: number; lng: number };
  return <span className="cell-text">{`${lat}, ${lng}`}</span>;
}

export function FilesCell({ value, targets }: CellProps) {
  const names = listOf(value).map((id) => targets[id]?.file_name ?? 'gone');
  return <span className="cell-text">{names.join(', ')}</span>;
}
