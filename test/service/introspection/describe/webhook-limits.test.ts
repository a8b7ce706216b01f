import { describe, expect, it } from 'vitest';
import { startService } from '../../../support/service.ts';

describe('GET /v1/introspection', () => {
  it('tells the time-out and the retries of webhooks that are in force', async () => {
    const service = await startService({ WEBHOOK_TIMEOUT_MS: '2500', WEBHOOK_RETRY_SECONDS: '1,2.5' });
    const project = await service.newProject();

    const { body } = await project.secret.get('/v1/introspection');

    expect(body.webhooks.retries).toMatchObject({ timeout_seconds: 2.5, after_seconds: [1, 2.5] });
    expect(body.limits).toMatchObject({ webhook_timeout_seconds: 2.5, webhook_retry_seconds: [1, 2.5] });
  });
});
