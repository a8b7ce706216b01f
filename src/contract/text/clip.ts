/** Shortens a text to `most` characters, so that an error message can repeat it. */
export function clip(text: string, most = 60): string {
  if (text.length <= most) return text;
  const start = text.slice(0, most - 3);
  return `${start.isWellFormed() ? start : start.slice(0, -1)}...`;
}

/** Encodes only the characters that would end or change a URL, so that the value stays readable. */
export function urlValue(value: string): string {
  return clip(value).replace(/[\s&#+%]/g, (sign) => encodeURIComponent(sign));
}
