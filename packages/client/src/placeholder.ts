type Color = (x: number, y: number) => number[];

/** Returns a base64 thumbhash as a data URL of a small bitmap; null if it is invalid. */
export function placeholderAddress(hash: string): string | null {
  const bytes = bytesOf(hash);
  if (bytes.length < 6) return null;
  const bits = (from: number, count: number): number => {
    let value = 0;
    for (let n = 0; n < count; n += 1)
      value |= (((bytes[(from + n) >> 3] ?? 0) >> ((from + n) & 7)) & 1) << n;
    return value;
  };
  const hasAlpha = bits(23, 1);
  const [long, short] = [hasAlpha ? 5 : 7, bits(24, 3) || 1];
  const [wide, tall] = bits(39, 1) ? [long, short] : [short, long];
  let next = hasAlpha ? 48 : 40;
  const channel = (average: number, scale: number, columns = 3, rows = 3) => {
    const waves: [number, number, number][] = [];
    for (let j = 0; j < rows; j += 1)
      for (let i = j > 0 ? 0 : 1; i * rows < columns * (rows - j); i += 1, next += 4)
        waves.push([i, j, (bits(next, 4) / 7.5 - 1) * scale * 2]);
    return (x: number, y: number) =>
      waves.reduce((sum, [i, j, strength]) => sum + strength * wave(i * x) * wave(j * y), average);
  };
  const light = channel(bits(0, 6) / 63, bits(18, 5) / 31, Math.max(3, wide), Math.max(3, tall));
  const yellow = channel(bits(6, 6) / 31.5 - 1, bits(27, 6) / 50.4);
  const red = channel(bits(12, 6) / 31.5 - 1, bits(33, 6) / 50.4);
  const side = (length: number) => Math.round((12 * length) / Math.max(wide, tall));
  return bitmap(side(wide), side(tall), (x, y) => {
    const [l, q] = [light(x, y), red(x, y)];
    const blue = l - (2 / 3) * yellow(x, y);
    const r = (3 * l - blue + q) / 2;
    return [blue, r - q, r];
  });
}

function wave(at: number): number {
  return Math.cos(Math.PI * at);
}

function bytesOf(base64: string): Uint8Array {
  try {
    return Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
  } catch {
    return new Uint8Array();
  }
}

/** BMP: rows from bottom to top, in the order blue, green, red. */
function bitmap(width: number, height: number, colorAt: Color): string {
  const line = (width * 3 + 3) & ~3;
  const bytes = new Uint8Array(54 + line * height);
  const view = new DataView(bytes.buffer);
  view.setUint16(0, 0x424d);
  [bytes.length, 0, 54, 40, width, height, 0x180001].forEach((value, n) =>
    view.setUint32(2 + n * 4, value, true),
  );
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1)
      colorAt((x + 0.5) / width, 1 - (y + 0.5) / height).forEach((part, n) => {
        bytes[54 + y * line + x * 3 + n] = 255 * Math.min(1, Math.max(0, part));
      });
  return `data:image/bmp;base64,${btoa(String.fromCharCode(...bytes))}`;
}
