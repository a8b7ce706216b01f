// Writes the content types of your project to src/content-types.ts. Run it again when they change.
import { writeFile } from 'node:fs/promises';

const { GALLEY_URL, GALLEY_KEY } = process.env;
const answer = await fetch(`${GALLEY_URL}/v1/types.d.ts`, {
  headers: { Authorization: `Bearer ${GALLEY_KEY}` },
});
if (!answer.ok) throw new Error(await answer.text());
await writeFile(new URL('../content-types.ts', import.meta.url), await answer.text());
