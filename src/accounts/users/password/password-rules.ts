import { apiError } from '../../../contract/errors/api-error.ts';
import { commonPasswords } from './common-passwords.ts';

const minChars = 10;
const maxChars = 1_000;

/** Names that a password must not consist of. */
export interface PasswordOwner {
  email: string;
  /** Names of the person's projects. */
  projects: readonly string[];
}

/**
 * Rejects passwords that attackers try first (specification: passwords).
 * @param param - the field that the error names.
 * @throws invalid_field_value
 */
export function checkNewPassword(password: string, owner: PasswordOwner, param = 'password'): void {
  const why = findWeakness(password.normalize('NFKC').toLowerCase(), owner);
  if (why !== null) throw apiError('invalid_field_value', { name: param, why }, { param });
}

function findWeakness(password: string, { email, projects }: PasswordOwner): string | null {
  const chars = [...password].length;
  if (chars < minChars) return `it takes at least ${minChars} characters`;
  if (chars > maxChars) return 'it takes at most 1,000 characters';
  if (isRepeated(password)) return 'it repeats a few characters';
  const core = passwordCore(password);
  const ownNames = [email, email.split('@')[0] ?? '', ...projects].map((text) =>
    passwordCore(text.normalize('NFKC').toLowerCase()),
  );
  if (core !== '' && ownNames.includes(core)) return 'it is your e-mail or the name of the project';
  if (commonPasswords.has(password) || commonPasswords.has(core)) return 'it is one that many people use';
  return null;
}

/** Whether the text repeats one to four characters; the last repetition can be cut off. */
function isRepeated(text: string): boolean {
  const chars = [...text];
  return [1, 2, 3, 4].some((length) => chars.every((char, i) => char === chars[i % length]));
}

/**
 * Keeps letters and digits and drops digits at the end: attackers who try `welcome` try `Welcome-2024!` too.
 */
function passwordCore(text: string): string {
  return text.replace(/[^\p{L}\p{N}]/gu, '').replace(/\p{N}+$/u, '');
}
