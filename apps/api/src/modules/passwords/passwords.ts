import { hash, verify } from '@node-rs/argon2';
import { createBoundedLimit } from './bounded-limit.ts';

export type Passwords = Awaited<ReturnType<typeof createPasswords>>;

/** Argon2id as OWASP asks for at least: 19 MiB, two passes, one lane. About 16 ms. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * Hashes and checks passwords. Only `atOnce` at a time, so that a flood of sign-ins takes neither all memory nor
 * every thread of the process; beyond `waiting` the answer is `unavailable`.
 */
export async function createPasswords({ atOnce = 2, waiting = 64 } = {}) {
  const limit = createBoundedLimit({ atOnce, waiting });
  // What an unknown address is checked against, so that it takes as long as a known one.
  const nobodysHash = await hash('nobody has this password', cost);

  return {
    hash: (password: string): Promise<string> => limit(() => hash(password, cost)),
    /** Returns false for null, after the same work. */
    async matches(password: string, passwordHash: string | null): Promise<boolean> {
      const matched = await limit(() => verify(passwordHash ?? nobodysHash, password));
      return matched && passwordHash !== null;
    },
  };
}
