import type { Quote } from './context.ts';

/** Selects a quoted passage in a text field. Formatted texts mark their passages themselves. */
export function selectQuote(name: string, { exact, prefix }: Quote): void {
  const row = document.querySelector(`[data-field="${CSS.escape(name)}"]`);
  const mark = row?.querySelector('.quote-mark');
  if (mark != null) return mark.scrollIntoView({ block: 'center' });
  const input = row?.querySelector<HTMLTextAreaElement | HTMLInputElement>('textarea, input[type="text"]');
  if (input == null) return;
  const withPrefix = input.value.indexOf(prefix + exact);
  const at = withPrefix === -1 ? input.value.indexOf(exact) : withPrefix + prefix.length;
  if (at !== -1) input.setSelectionRange(at, at + exact.length);
}
