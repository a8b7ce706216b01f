import { useEffect, useState } from 'react';
import { Field } from '../../../components/form/field.tsx';
import type { WidgetProps } from '../context.ts';
import { FieldGroup } from './group.tsx';

interface Typed {
  lat: string;
  lng: string;
}

/** A point as two numbers. Pasting `52.52, 13.405` fills both. */
export function LocationWidget({ field, value, onChange, onInvalid, error }: WidgetProps) {
  const { required, help } = field.options;
  const [typed, setTyped] = useState<Typed | null>(null);
  const point = value as { lat: number; lng: number } | null | undefined;
  const shown = typed ?? {
    lat: point == null ? '' : String(point.lat),
    lng: point == null ? '' : String(point.lng),
  };
  const problem = typed === null ? null : problemIn(typed);
  useEffect(() => () => onInvalid(null), [onInvalid]);
  const set = (next: Typed) => {
    setTyped(next);
    const wrong = problemIn(next);
    onInvalid(wrong);
    if (wrong !== null) return;
    const isEmpty = next.lat.trim() === '' && next.lng.trim() === '';
    onChange(isEmpty ? null : { lat: numberIn(next.lat), lng: numberIn(next.lng) });
  };
  const input = (part: keyof Typed, label: string) => (
    <Field label={label}>
      {(ids) => (
        <input
          {...ids}
          type="text"
          inputMode="decimal"
          className="input widget-short"
          value={shown[part]}
          onChange={(event) => set({ ...shown, [part]: event.target.value })}
          onPaste={(event) => {
            const [, lat, lng] =
              /^\s*(-?[\d.]+)\s*[,;\s]\s*(-?[\d.]+)\s*$/.exec(event.clipboardData.getData('text')) ?? [];
            if (lat === undefined || lng === undefined) return;
            event.preventDefault();
            set({ lat, lng });
          }}
        />
      )}
    </Field>
  );
  return (
    <FieldGroup label={field.label} required={required} help={help} error={problem ?? error}>
      <div className="widget-row">
        {input('lat', 'Latitude')}
        {input('lng', 'Longitude')}
      </div>
    </FieldGroup>
  );
}

function numberIn(text: string): number {
  return text.trim() === '' ? Number.NaN : Number(text.trim().replace(',', '.'));
}

function problemIn({ lat, lng }: Typed): string | null {
  if (lat.trim() === '' && lng.trim() === '') return null;
  if (!(Math.abs(numberIn(lat)) <= 90)) return 'Enter a latitude from -90 to 90.';
  return Math.abs(numberIn(lng)) <= 180 ? null : 'Enter a longitude from -180 to 180.';
}
