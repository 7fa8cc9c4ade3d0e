import type { User } from '@picksync/contracts';

const tokenKey = 'authToken';
const userKey = 'userInfo';

/**
 * Runs an action on storage, which may be blocked or full: errors are ignored, because the session cookie works without
 * it.
 */
export function quietly<T>(action: () => T): T | null {
  try {
    return action();
  } catch {
    return null;
  }
}

/** Returns the short-lived value that is sent as the bearer token; null when nobody is known to be signed in. */
export function storedToken(): string | null {
  return quietly(() => localStorage.getItem(tokenKey));
}

export function rememberToken(token: string): void {
  quietly(() => localStorage.setItem(tokenKey, token));
}

/** Stores the signed-in user, and the bearer value when there is a new one. */
export function rememberSession({ token, user }: { token: string | null; user: User }): void {
  if (token) rememberToken(token);
  quietly(() => localStorage.setItem(userKey, JSON.stringify(user)));
}

/** Returns the user that the tabs of this browser last knew to be signed in; null for nobody. */
export function storedUserId(): string | null {
  return quietly((): string => JSON.parse(localStorage.getItem(userKey) ?? 'null').id);
}

export function forgetSession(): void {
  quietly(() => {
    localStorage.removeItem(tokenKey);
    localStorage.removeItem(userKey);
  });
}
