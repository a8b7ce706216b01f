import { createClient } from '../src/main.ts';
import { startService, type TestProject } from '../../../test/support/service.ts';

/** The types of the project that `shop` makes, in the form that `galley types` writes. */
export interface ContentTypes {
  product: {
    kind: 'collection';
    values: { title: string | null; price: number | null; brand: { id: string; values: object } | null };
    input: { title: string; price?: number | null; brand?: string | null };
    changes: { title?: string; price?: number | null; brand?: string | null };
    where: {
      title?: string | { in?: string[]; contains?: string };
      price?: number | { gte?: number };
    };
    sort: 'title' | '-title' | 'price' | '-price';
  };
  brand: {
    kind: 'collection';
    values: { title: string | null };
    input: { title: string };
    changes: { title?: string };
    where: { title?: string | { in?: string[] } };
    sort: 'title' | '-title';
  };
  homepage: {
    kind: 'singleton';
    values: { headline: string | null };
    input: { headline?: string | null };
    changes: { headline?: string | null };
  };
}

export const service = await startService();

/** A fresh project with two collections and a singleton, and typed clients of it. */
export async function shop() {
  const project = await service.newProject();
  const client = clientOf(project);
  const title = { key: 'title', type: 'string', options: { required: true } } as const;
  await client.schema.put('brand', { fields: [title] });
  await client.schema.put('product', {
    fields: [
      title,
      { key: 'price', type: 'number' },
      { key: 'brand', type: 'reference', options: { content_type: 'brand' } },
    ],
  });
  await client.schema.put('homepage', { kind: 'singleton', fields: [{ key: 'headline', type: 'string' }] });
  return { project, client, visitor: clientOf(project, project.publishable.token) };
}

export function clientOf(project: TestProject, key = project.secret.token) {
  return createClient<ContentTypes>({ baseUrl: service.url, key });
}
