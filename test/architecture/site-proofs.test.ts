import { describe } from 'vitest';
import { holdToTests, isIn, readProofPage } from './support/proof-page.ts';

const ofRepository = ['test/sites', 'test/images', 'test/mcp', 'test/packages'];
const isInFolder = isIn([...ofRepository, 'packages/astro', 'packages/next']);
const beside = /^(test\/cli\/(?:new|doctor-images)|dev\/test\/server\/image-service)\.test\.ts$/;

describe('the page about the proofs of sites', () => {
  holdToTests(readProofPage('site-proofs'), (file) => isInFolder(file) || beside.test(file));
});
