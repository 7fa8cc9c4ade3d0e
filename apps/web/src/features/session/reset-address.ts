const key = 'resetEmail';

/** Returns the address that waits for its reset code. Kept for this tab: looking into the mail often reloads the page. */
export function resetEmail(): string {
  try {
    return sessionStorage.getItem(key) ?? '';
  } catch {
    return '';
  }
}

/** Stores the address; an empty one removes it. */
export function rememberResetEmail(email: string): void {
  try {
    if (email) sessionStorage.setItem(key, email);
    else sessionStorage.removeItem(key);
  } catch {
    // Storage is not allowed: after a reload the form asks for the address.
  }
}
