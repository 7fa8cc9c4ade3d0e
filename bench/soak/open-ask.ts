import { logIn } from '../stage/login.ts';
import type { Stage } from '../stage/stage.ts';
import { retryForAMinute } from './retry-for-a-minute.ts';

/** Calls the API as a person does, with a cookie of theirs, for as long as the API may be away. */
export type Ask = <T>(method: string, path: string, body?: object) => Promise<T>;

/** What the API answers when it refuses what a person asks for. */
export class Refused extends Error {
  readonly code: string;

  constructor(asked: string, text: string) {
    super(`${asked}: ${text.slice(0, 300)}`);
    this.code = String((JSON.parse(text) as { code?: unknown }).code);
  }
}

/** Signs a planted person in, as the sign-in page does, and returns how they call the API from then on. */
export async function openAsk(
  stage: Stage,
  { userId, apiUrl }: { userId: string; apiUrl: () => string },
): Promise<Ask> {
  // The demo user has the password of the settings.
  const demo = await stage.prisma.user.findFirstOrThrow({ where: { passwordHash: { not: null } } });
  const data = { passwordHash: demo.passwordHash };
  const { email } = await stage.prisma.user.update({ where: { id: userId }, data });
  const { cookie } = await logIn(stage, { url: apiUrl() }, email);
  const send = async (method: string, path: string, body?: object) => {
    const origin = apiUrl();
    const answer = await fetch(origin + path, {
      method,
      headers: {
        origin,
        cookie: `${cookie.name}=${cookie.value}`,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    const isAway = answer.status >= 500 || answer.status === 429;
    if (isAway) throw new Error(`${method} ${path}: ${answer.status} ${text.slice(0, 300)}`);
    return { ok: answer.ok, text };
  };
  return async <T>(method: string, path: string, body?: object) => {
    const { ok, text } = await retryForAMinute(() => send(method, path, body));
    if (!ok) throw new Refused(`${method} ${path}`, text);
    return JSON.parse(text) as T;
  };
}
