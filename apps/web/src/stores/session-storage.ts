import type { User } from '@picksync/contracts';

const tokenKey = 'authToken';
const userKey = 'userInfo';

/** Storage can be forbidden or full. The session cookie carries on without it. */
export function quietly<T>(action: () => T): T | null {
  try {
    return action();
  } catch {
    return null;
  }
}

/** The short-lived value that is sent as bearer token; null when nobody is known to be signed in. */
export function storedToken(): string | null {
  return quietly(() => localStorage.getItem(tokenKey));
}

export function rememberToken(token: string): void {
  quietly(() => localStorage.setItem(tokenKey, token));
}

/** Keeps who is signed in, and the bearer value when there is a new one. */
export function rememberSession({ token, user }: { token: string | null; user: User }): void {
  if (token) rememberToken(token);
  quietly(() => localStorage.setItem(userKey, JSON.stringify(user)));
}

/** Whom the tabs of this browser last knew to be signed in; null for nobody. */
export function storedUserId(): string | null {
  return quietly((): string => JSON.parse(localStorage.getItem(userKey) ?? 'null').id);
}

export function forgetSession(): void {
  quietly(() => {
    localStorage.removeItem(tokenKey);
    localStorage.removeItem(userKey);
  });
}
