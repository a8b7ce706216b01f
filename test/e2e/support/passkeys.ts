import type { CDPSession, Page } from 'playwright-core';

/**
 * Gives the page an authenticator that confirms each request of a person who is verified.
 * @returns a function that lets the person be present or not
 */
export async function addAuthenticator(page: Page): Promise<(isPresent: boolean) => Promise<void>> {
  const browser: CDPSession = await page.context().newCDPSession(page);
  await browser.send('WebAuthn.enable');
  const { authenticatorId } = await browser.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true },
      ...{ hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true },
    },
  });
  return (enabled) =>
    browser
      .send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled })
      .then(() => undefined);
}
