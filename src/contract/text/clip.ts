/** The text, shortened to `most` characters so that an error message can repeat it. */
export function clip(text: string, most = 60): string {
  if (text.length <= most) return text;
  const kept = text.slice(0, most - 3);
  return `${kept.isWellFormed() ? kept : kept.slice(0, -1)}...`;
}

/** A value as it is written in a URL: readable, but for characters that would end or change it. */
export function urlValue(value: string): string {
  return clip(value).replace(/[\s&#+%]/g, (sign) => encodeURIComponent(sign));
}
