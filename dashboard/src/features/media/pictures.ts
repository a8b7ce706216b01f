/** The pictures among what was dropped or pasted. */
export function imageFilesIn(data: DataTransfer | null): File[] {
  return [...(data?.files ?? [])].filter(({ type }) => type.startsWith('image/'));
}
