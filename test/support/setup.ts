import { followFile } from './cleanup.ts';

// vitest runs this file before each test file.
followFile();
