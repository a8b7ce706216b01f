/** The lines of a table with a heading. Columns are as wide as their widest cell. */
export function formatTable(heading: readonly string[], lines: readonly (readonly string[])[]): string {
  const widths = heading.map((name, column) =>
    Math.max(name.length, ...lines.map((cells) => cells[column]?.length ?? 0)),
  );
  return [heading, ...lines]
    .map((cells) =>
      cells
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** A date in a table: `2026-11-20`, in UTC. */
export function formatDay(date: Date): string {
  return date.toISOString().slice(0, 10);
}

/** A time in a table: `2026-11-20 09:30`, in UTC. */
export function formatMinute(date: Date): string {
  return date.toISOString().slice(0, 16).replace('T', ' ');
}
