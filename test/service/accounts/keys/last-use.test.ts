import { describe, expect, it } from 'vitest';
import { backgroundDone } from '../../../../src/core/util/async/background.ts';
import { createUseRecorder } from '../../../../src/accounts/keys/lookup/last-use.ts';
import { startOwnService } from '../../../support/service.ts';

const service = await startOwnService();

describe('the last use of keys', () => {
  it('is noted once a minute for each, also when 12,000 keys are busy in one process', async () => {
    const noted: string[] = [];
    const note = createUseRecorder(service.app.system, (_system, hash) =>
      Promise.resolve(void noted.push(hash)),
    );
    const now = new Date();
    const useAll = (at: Date) => {
      for (let key = 0; key < 12_000; key += 1) note(`key ${key}`, at);
      return backgroundDone();
    };

    await useAll(now);
    await useAll(new Date(now.getTime() + 59_000));
    expect(noted).toHaveLength(12_000);

    await useAll(new Date(now.getTime() + 60_000));
    await useAll(new Date(now.getTime() + 61_000));
    expect(noted).toHaveLength(24_000);
  });
});
