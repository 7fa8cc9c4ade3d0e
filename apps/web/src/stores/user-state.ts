const resets = new Set<() => void>();

/** Registers how to forget what is kept in memory for the user who is signed in. */
export function forgetWithUser(reset: () => void): void {
  resets.add(reset);
}

/** Forgets everything that is kept in memory for a user: the next one may log in on the same page. */
export function forgetUserState(): void {
  for (const reset of resets) reset();
}
