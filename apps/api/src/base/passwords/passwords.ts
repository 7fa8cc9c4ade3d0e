import { hash, verify } from '@node-rs/argon2';
import { createBoundedLimit } from '../bounded-limit.ts';

export type Passwords = Awaited<ReturnType<typeof createPasswords>>;

/** The minimum that OWASP recommends for Argon2id: 19 MiB, two passes, one lane. About 16 ms. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Returns whether a hash was made with other parameters than today's. */
function isOutdated(passwordHash: string): boolean {
  const { memoryCost, timeCost, parallelism } = cost;
  return !passwordHash.startsWith(`$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$`);
}

/**
 * Creates the functions that hash and check passwords, `atOnce` at a time, so that a flood of sign-ins takes neither
 * all memory nor every thread of the process. Throws `unavailable` when more than `waiting` wait. Work for users recognized
 * by a recognized device, a session or a mailed code has priority, so that a flood of strangers does not delay it.
 */
export async function createPasswords({ atOnce = 2, waiting = 64 } = {}) {
  const limit = createBoundedLimit({ atOnce, waiting });
  // An unknown address is checked against this hash, so that it takes as long as a known one.
  const nobodysHash = await hash('nobody has this password', cost);

  return {
    isOutdated,
    hash: (password: string, { isRecognized = false } = {}): Promise<string> =>
      limit(() => hash(password, cost), { goesFirst: isRecognized }),
    /** Returns whether a password matches a hash; false for null, after the same work. */
    async matches(
      password: string,
      passwordHash: string | null,
      { isRecognized = false } = {},
    ): Promise<boolean> {
      const check = () => verify(passwordHash ?? nobodysHash, password);
      const matched = await limit(check, { goesFirst: isRecognized });
      return matched && passwordHash !== null;
    },
  };
}
