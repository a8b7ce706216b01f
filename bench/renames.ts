import { medianOf, msOf, openInstallation, report } from './installation.ts';

// Compares renaming a field with changing its label, in a type with 100,000 entries: `npm run bench:renames`

const entries = 100_000;
const warmUp = 5;
const rounds = 60;

const installation = await openInstallation();
try {
  await installation.fill(entries);
  const { send } = installation;
  const path = '/v1/schema/content-types/page';
  const { fields } = await send<{ fields: { key: string; label: string }[] }>('GET', path);
  const [first, ...others] = fields;
  if (first === undefined) throw new Error('the type has no fields');
  const put = (field: object) =>
    msOf(() => send('PUT', path, { fields: [{ ...first, ...field }, ...others] }));

  const times = { rename: [] as number[], label: [] as number[] };
  let key = first.key;
  for (let i = 0; i < warmUp + rounds; i += 1) {
    const label = await put({ key, label: `Label ${i}` });
    const rename = await put({ key: `key${i}`, label: `Label ${i}`, renamed_from: key });
    key = `key${i}`;
    if (i < warmUp) continue;
    times.label.push(label);
    times.rename.push(rename);
  }
  report([
    { figure: 'change of a label, ms', value: medianOf(times.label) },
    { figure: 'rename, ms', value: medianOf(times.rename) },
    {
      figure: 'rename against change of a label',
      value: medianOf(times.rename) / medianOf(times.label),
      most: 1.5,
    },
  ]);
} finally {
  await installation.stop();
}
