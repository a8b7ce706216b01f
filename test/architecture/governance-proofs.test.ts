import { describe } from 'vitest';
import { holdToTests, isIn, readProofPage } from './support/proof-page.ts';

const isInFolder = isIn(['test/access', 'test/audit', 'test/sign-in']);
const beside = /^test\/(?:faults\/audit|e2e\/(?:governance|audit|roles|narrowing)|cli\/audit)\.test\.ts$/;

describe('the page about the proofs of governance', () => {
  holdToTests(readProofPage('governance-proofs'), (file) => isInFolder(file) || beside.test(file));
});
