import { Type } from '@sinclair/typebox';

export function oneOf<const W extends string>(...words: readonly W[]) {
  return Type.Unsafe<W>({ type: 'string', enum: [...words] });
}

export const closed = { additionalProperties: false } as const;
export const TypeName = Type.String({ minLength: 1, maxLength: 100 });
export const ItemId = Type.String({ minLength: 1, maxLength: 200, description: 'an id or a slug' });
export const LocaleCode = Type.Optional(Type.String({ maxLength: 100, description: 'the code of a locale' }));
export const FutureTime = Type.String({
  maxLength: 40,
  description: 'a date and time with Z or an offset, such as 2026-12-24T08:00:00Z',
});
export const Confirm = Type.Optional(
  Type.String({ maxLength: 4_000, description: 'the value of confirm from the first call' }),
);
export const AnyValues = Type.Record(Type.String(), Type.Unknown(), { description: 'an object' });
