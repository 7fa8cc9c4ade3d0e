import { quietly } from '../../stores/session-storage.ts';
import { keepRedirect } from './redirect.ts';

/** An address that has to be verified first, with the server's message about it. */
export type VerificationNeeded = { email: string; message: string };

type Credentials = { email: string; password: string };

// Kept for this tab: on a phone, looking into the mail often reloads the page. Where that is not allowed, the form asks again.
const pendingKey = 'verificationEmail';
const resetKey = 'resetEmail';

function readAddress(key: string): string {
  return quietly(() => sessionStorage.getItem(key)) ?? '';
}

/** Stores an address; an empty one removes it. */
function keepAddress(key: string, email: string): void {
  quietly(() => (email ? sessionStorage.setItem(key, email) : sessionStorage.removeItem(key)));
}

/** In memory only, and only until the code is typed, so that the user does not have to type the password again. */
let credentials: Credentials | null = null;

/** Returns the address that waits for its code. */
export function pendingEmail(): string {
  return readAddress(pendingKey);
}

export function rememberPending(account: Credentials): void {
  credentials = account;
  keepAddress(pendingKey, account.email);
}

export function forgetPending(): void {
  credentials = null;
  keepRedirect(undefined);
  keepAddress(pendingKey, '');
}

/** Returns the credentials typed for this address at the login or registration, unless the page was reloaded since. */
export function pendingCredentials(email: string): Credentials | null {
  return credentials?.email === email ? credentials : null;
}

/** Returns the address that waits for its reset code. */
export function resetEmail(): string {
  return readAddress(resetKey);
}

/** Stores the address that waits for its reset code; an empty one removes it. */
export function rememberResetEmail(email: string): void {
  keepAddress(resetKey, email);
}
