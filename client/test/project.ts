import { createClient } from '../src/main.ts';
import { startService, type TestProject } from '../../test/support/service.ts';

/** The types of the project that `shop` makes, in the form that `galley types` writes. */
export interface Types {
  collections: {
    product: {
      values: { title: string | null; price: number | null; brand: { id: string; values: object } | null };
      create: { title: string; price?: number | null; brand?: string | null };
      patch: { title?: string; price?: number | null; brand?: string | null };
    };
    brand: { values: { title: string | null }; create: { title: string }; patch: { title?: string } };
  };
  singletons: {
    homepage: {
      values: { headline: string | null };
      create: { headline?: string | null };
      patch: { headline?: string | null };
    };
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
  return createClient<Types>({ baseUrl: service.url, key });
}
