import { useEffect, useState } from 'react';
import { Field } from '../../../components/form/field.tsx';
import type { WidgetProps } from '../context.ts';
import { FieldGroup } from './group.tsx';

interface LocationTexts {
  lat: string;
  lng: string;
}

/** A point as two numbers. Pasting `52.52, 13.405` fills both. */
export function LocationWidget({ field, value, onChange, onInvalid, error }: WidgetProps) {
  const { required, help } = field.options;
  const [draftTexts, setDraftTexts] = useState<LocationTexts | null>(null);
  const point = value as { lat: number; lng: number } | null | undefined;
  const currentTexts = draftTexts ?? {
    lat: point == null ? '' : String(point.lat),
    lng: point == null ? '' : String(point.lng),
  };
  const textError = draftTexts === null ? null : locationErrorOf(draftTexts);
  useEffect(() => () => onInvalid(null), [onInvalid]);
  const set = (next: LocationTexts) => {
    setDraftTexts(next);
    const newError = locationErrorOf(next);
    onInvalid(newError);
    if (newError !== null) return;
    const isEmpty = next.lat.trim() === '' && next.lng.trim() === '';
    onChange(isEmpty ? null : { lat: numberIn(next.lat), lng: numberIn(next.lng) });
  };
  const input = (part: keyof LocationTexts, label: string) => (
    <Field label={label}>
      {(ids) => (
        <input
          {...ids}
          type="text"
          inputMode="decimal"
          className="input widget-short"
          value={currentTexts[part]}
          onChange={(event) => set({ ...currentTexts, [part]: event.target.value })}
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
    <FieldGroup label={field.label} required={required} help={help} error={textError ?? error}>
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

function locationErrorOf({ lat, lng }: LocationTexts): string | null {
  if (lat.trim() === '' && lng.trim() === '') return null;
  if (!(Math.abs(numberIn(lat)) <= 90)) return 'Enter a latitude from -90 to 90.';
  return Math.abs(numberIn(lng)) <= 180 ? null : 'Enter a longitude from -180 to 180.';
}
