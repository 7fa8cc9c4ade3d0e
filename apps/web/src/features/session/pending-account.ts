import { keepWayOn } from './way-on.ts';

/** An address that has to be verified first, with the server's message about it. */
export type VerificationNeeded = { email: string; message: string };

type Credentials = { email: string; password: string };

const key = 'verificationEmail';

/** In memory only, and only until the code is typed: nobody who just chose a password wants to type it again. */
let credentials: Credentials | null = null;

/** Returns the address that waits for its code. Kept for this tab: on a phone, looking into the mail often reloads the page. */
export function pendingEmail(): string {
  try {
    return sessionStorage.getItem(key) ?? '';
  } catch {
    return '';
  }
}

export function rememberPending(account: Credentials): void {
  credentials = account;
  try {
    sessionStorage.setItem(key, account.email);
  } catch {
    // Storage is forbidden: after a reload the form asks for the address.
  }
}

export function forgetPending(): void {
  credentials = null;
  keepWayOn(undefined);
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Storage is forbidden, so there is nothing in it.
  }
}

/** Returns what was typed at the login or registration for this address, if the page was not reloaded since. */
export function pendingCredentials(email: string): Credentials | null {
  return credentials?.email === email ? credentials : null;
}
