import { describe } from 'vitest';
import { holdToTests, isIn, readProofPage } from './support/proof-page.ts';

const isInFolder = isIn(['test/delivery', 'test/purges', 'test/cdn', 'test/unchanged']);
const beside = /^test\/(?:faults\/purges|e2e\/(?:dashboard-delivery|desk-cdn)).*\.test\.ts$/;

describe('the page about the proofs of delivery', () => {
  holdToTests(readProofPage('delivery-proofs'), (file) => isInFolder(file) || beside.test(file));
});
