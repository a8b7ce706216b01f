import { crc32, deflateSync } from 'node:zlib';

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const channels = 3;

/** Encodes rows of red, green and blue bytes as a PNG (8 bits, true color). */
export function encodePng(width: number, height: number, rgb: Uint8Array): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const stride = width * channels;
  const rows = Array.from({ length: height }, (_, y) =>
    filterRow(
      rgb.subarray(y * stride, (y + 1) * stride),
      y === 0 ? null : rgb.subarray((y - 1) * stride, y * stride),
    ),
  );
  const data = deflateSync(Buffer.concat(rows), { level: 9 });
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

/** The value that each filter predicts for a byte from its neighbors: left, above, above left (PNG, section 9). */
const filters: readonly ((left: number, above: number, corner: number) => number)[] = [
  () => 0,
  (left) => left,
  (_, above) => above,
  (left, above) => (left + above) >> 1,
  (left, above, corner) => {
    const guess = left + above - corner;
    const [toLeft, toAbove, toCorner] = [left, above, corner].map((value) => Math.abs(guess - value)) as [
      number,
      number,
      number,
    ];
    if (toLeft <= toAbove && toLeft <= toCorner) return left;
    return toAbove <= toCorner ? above : corner;
  },
];

/** Returns the filter number and the row with the filter that leaves the smallest residuals. */
function filterRow(row: Uint8Array, above: Uint8Array | null): Buffer {
  const candidates = filters.map((expected, number) => {
    const filtered = Buffer.alloc(row.length + 1);
    filtered[0] = number;
    for (let i = 0; i < row.length; i += 1) {
      const left = row[i - channels] ?? 0;
      filtered[i + 1] = (row[i] ?? 0) - expected(left, above?.[i] ?? 0, above?.[i - channels] ?? 0);
    }
    return { filtered, cost: costOf(filtered) };
  });
  return candidates.reduce((best, one) => (one.cost < best.cost ? one : best)).filtered;
}

function costOf(filtered: Buffer): number {
  let cost = 0;
  for (let i = 1; i < filtered.length; i += 1) cost += Math.abs(filtered.readInt8(i));
  return cost;
}
