import { readFileSync } from 'node:fs';

/** The version of this package, which is that of the service. */
export const version = (JSON.parse(readPackageFile('package.json')) as { version: string }).version;

/** The description of a tool for the model. */
export function toolDescription(name: string): string {
  return readPackageFile(`texts/${name}.md`);
}

/** The resource `galley://guide`. */
export function guideText(baseUrl: string): string {
  return readPackageFile('texts/guide.md').replaceAll('{{base_url}}', baseUrl);
}

function readPackageFile(path: string): string {
  return readFileSync(new URL(`../${path}`, import.meta.url), 'utf8').trimEnd();
}
