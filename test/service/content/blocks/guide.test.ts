import { expect, it } from 'vitest';
import ts from 'typescript';
import { expectDone } from '../../../support/content.ts';
import { guideBlocks, pasteGuide } from '../../../support/guide.ts';
import { startService } from '../../../support/service.ts';
import { typeChecker } from '../../../support/type-check.ts';

const service = await startService();
const typeErrors = typeChecker(['lib.es2022.d.ts']);

it('has requests that work when pasted, and a switch that compiles and renders what they leave', async () => {
  const project = await service.newProject();
  const [source = ''] = guideBlocks('model/blocks.md', 'ts');

  await pasteGuide('model/blocks.md', service, project);

  const { data } = expectDone(await project.publishable.get('/v1/content/story_page'));
  const { text: types } = await project.secret.get('/v1/types.d.ts');
  expect(typeErrors({ 'content-types.ts': types, 'page.ts': source }, 'page.ts')).toEqual([]);
  const { outputText } = ts.transpileModule(source, {
    compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 },
  });
  const { render } = (await import(`data:text/javascript,${encodeURIComponent(outputText)}`)) as {
    render: (section: unknown) => string;
  };
  expect((data[0].values.sections as unknown[]).map(render)).toEqual([
    '<header class="light"><h1>Kites for summer</h1><p>Light <em>wind</em>, long days.</p></header>',
    '<header class="light"><h1>Rokkakus</h1></header>',
    '<hr>',
  ]);
});
