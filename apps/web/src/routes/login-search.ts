export type LoginSearch = { mode?: 'register' | 'verify' };

/** Links of mails say what they are for by `action` and carry a token; the code of the same mail does the same. */
export function loginSearch({ mode, token, action }: Record<string, unknown>): LoginSearch {
  if (mode === 'verify' || (token && action === 'verify')) return { mode: 'verify' };
  return mode === 'register' ? { mode } : {};
}
