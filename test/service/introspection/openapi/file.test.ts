import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { inRepository } from '../../../support/program.ts';
import { startService } from '../../../support/service.ts';

const service = await startService();

it('docs/openapi.json is the document that the service serves', async () => {
  const project = await service.newProject();
  const { text } = await project.publishable.get('/v1/openapi.json');
  const served = text
    .replaceAll('http://galley.test', 'http://localhost:3000')
    .replace('Content API of Test', 'Galley API');

  const kept = JSON.parse(readFileSync(inRepository('docs/openapi.json'), 'utf8')) as unknown;

  const isServed = JSON.stringify(kept) === JSON.stringify(JSON.parse(served));
  expect(isServed, '`npm run check:openapi` writes docs/openapi.json anew; review its diff').toBe(true);
});
