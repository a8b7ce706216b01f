import { apiError } from '../../../contract/errors/api-error.ts';
import { commonPasswords } from './common-passwords.ts';

/** Shorter passwords are guessed too easily. */
const charsMin = 10;
const charsMax = 1_000;

/** What a password must not be made of. */
export interface PasswordOwner {
  email: string;
  /** Names of the projects that it opens. */
  projects: readonly string[];
}

/**
 * Refuses passwords that are guessed first (specification: passwords).
 * @param param - the field that is named in the refusal.
 * @throws invalid_field_value
 */
export function checkNewPassword(password: string, owner: PasswordOwner, param = 'password'): void {
  const why = weaknessOf(password.normalize('NFKC').toLowerCase(), owner);
  if (why !== null) throw apiError('invalid_field_value', { name: param, why }, { param });
}

function weaknessOf(password: string, { email, projects }: PasswordOwner): string | null {
  const chars = [...password].length;
  if (chars < charsMin) return `it takes at least ${charsMin} characters`;
  if (chars > charsMax) return 'it takes at most 1,000 characters';
  if (isRepeated(password)) return 'it repeats a few characters';
  const bare = coreOf(password);
  const own = [email, email.split('@')[0] ?? '', ...projects].map((text) =>
    coreOf(text.normalize('NFKC').toLowerCase()),
  );
  if (bare !== '' && own.includes(bare)) return 'it is your e-mail or the name of the project';
  if (commonPasswords.has(password) || commonPasswords.has(bare)) return 'it is one that many people use';
  return null;
}

/** Whether the text is one to four characters over and over, the last time perhaps in part. */
function isRepeated(text: string): boolean {
  const chars = [...text];
  return [1, 2, 3, 4].some((length) => chars.every((char, i) => char === chars[i % length]));
}

/** Letters and digits alone, without the digits at the end: `Welcome-2024!` is tried as soon as `welcome` is. */
function coreOf(text: string): string {
  return text.replace(/[^\p{L}\p{N}]/gu, '').replace(/\p{N}+$/u, '');
}
