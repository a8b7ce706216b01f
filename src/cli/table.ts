/** Lines of a table with a heading, columns as wide as their widest cell. */
export function table(heading: readonly string[], lines: readonly (readonly string[])[]): string {
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
