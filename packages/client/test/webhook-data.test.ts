import { readFile } from 'node:fs/promises';
import { describe, expect, it, vi } from 'vitest';
import { eventPayloads } from '../../../src/contract/events/event-payloads.ts';
import { SchemaBook } from '../../../src/introspection/schema-book.ts';
import { typeText } from '../../../src/introspection/typings/type-text.ts';
import { inRepository } from '../../../test/support/program.ts';
import { typeChecker } from '../../../test/support/type-check.ts';

vi.setConfig({ testTimeout: 120_000 }); // the compiler starts slowly on a busy machine

const faults = typeChecker(['lib.es2022.d.ts', 'lib.dom.d.ts']);
const source = (name: string) => readFile(inRepository(`packages/client/src/${name}`), 'utf8');
const files = {
  'webhooks.ts': await source('webhooks.ts'),
  'webhook-data.ts': await source('webhook-data.ts'),
};

/** The declared `data` of every event, as the service knows it, in TypeScript. */
function served(): string {
  const book = new SchemaBook('');
  const forms = Object.entries(eventPayloads).map(([name, form]) => [name, book.add(form)] as const);
  const shared = Object.entries(book.definitions);
  const declared = shared.map(([name, form]) => `type ${name} = ${typeText(form, (known) => known)};`);
  const members = forms.map(([name, form]) => `'${name}': ${typeText(form, (known) => known)};`);
  return `${declared.join('\n')}\nexport interface Served { ${members.join('\n')} }\n`;
}

describe('the type of a delivery', () => {
  it('has the data of every event as the service sends it', () => {
    const main = `
      import type { EventData } from './webhook-data.ts';
      import type { Served } from './served.ts';
      type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? 'same' : 'narrower') : 'other';
      type Verdicts = { [E in keyof Served]: E extends keyof EventData ? Same<Served[E], EventData[E]> : 'missing' };
      type Wrong = { [E in keyof Verdicts]: Verdicts[E] extends 'same' ? never : [E, Verdicts[E]] }[keyof Verdicts];
      const none: Wrong[] = [] as never[];
      const check: [Wrong] extends [never] ? true : Wrong = true;
      void none; void check;`;

    expect(faults({ ...files, 'served.ts': served(), 'main.ts': main }, 'main.ts')).toEqual([]);
  });

  it('narrows by the name of the event', () => {
    const use = (line: string) => `
      import type { WebhookDelivery } from './webhooks.ts';
      export function handle(delivery: WebhookDelivery): string {
        if (delivery.event === 'blog.article.published') return delivery.data.${line};
        return delivery.data === undefined ? '' : delivery.id;
      }`;

    expect(faults({ ...files, 'main.ts': use('slug') }, 'main.ts')).toEqual([]);
    expect(faults({ ...files, 'main.ts': use('used_by') }, 'main.ts').join()).toContain('used_by');
  });
});
