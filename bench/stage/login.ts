import type { Api } from './product.ts';
import type { Stage } from './stage.ts';

const demoEmail = 'demo@picksync.example';

/**
 * Signs the demo user in, or another one with the same password, as the sign-in page does, and returns the user's id, the session's cookie and its bearer
 * value.
 */
export async function logIn(
  { environment: { DEMO_PASSWORD: password }, prisma }: Stage,
  api: Pick<Api, 'url'>,
  email = demoEmail,
): Promise<{ userId: string; cookie: { name: string; value: string }; authToken: string }> {
  const answer = await fetch(`${api.url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: api.url },
    body: JSON.stringify({ email, password }),
  });
  const [, name, value] = /^([^=]+)=([^;]+)/.exec(answer.headers.getSetCookie()[0] ?? '') ?? [];
  if (!name || !value) throw new Error(`Signing in answered ${answer.status} ${await answer.text()}`);
  const { authToken } = (await answer.json()) as { authToken: string };
  const { id: userId } = await prisma.user.findUniqueOrThrow({ where: { email } });
  return { userId, cookie: { name, value }, authToken };
}
