import { TOTP } from 'otpauth';
import type { TestApp } from './test-app.ts';

/** Returns the code that an authenticator app shows at a moment. */
export function createCode(key: string, at: Date): string {
  return new TOTP({ secret: key }).generate({ timestamp: at.getTime() });
}

type Signed = { headers: Record<string, string> };

/**
 * Switches two-factor sign-in on for a signed-in user. The code of the present time step is used up by it, and the headers get
 * the session's new cookie.
 */
export async function withTwoFactor(api: TestApp, { headers }: Signed) {
  const post = (path: string, payload?: object) =>
    api.app.inject({
      method: 'POST',
      url: `/api/account/two-factor/${path}`,
      headers,
      ...(payload && { payload }),
    });
  const { key }: { key: string } = (await post('totp')).json();
  const enabled = await post('totp/enable', { code: createCode(key, api.clock.at) });
  const { recoveryCodes }: { recoveryCodes: string[] } = enabled.json();
  for (const { name, value } of enabled.cookies) headers.cookie = `${name}=${value}`;
  return { key, recoveryCodes };
}
