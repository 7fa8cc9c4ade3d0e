import type { SignInProvider } from '@picksync/contracts';
import type { Db, Prisma } from '@picksync/db';

const columns = {
  google: { key: 'googleId', email: 'googleEmail', linkedAt: 'googleLinkedAt' },
  microsoft: { key: 'microsoftId', email: 'microsoftEmail', linkedAt: 'microsoftLinkedAt' },
} as const;

/** The columns of a user without linked providers. */
export const noProviders = {
  googleId: null,
  googleEmail: null,
  googleLinkedAt: null,
  microsoftId: null,
  microsoftEmail: null,
  microsoftLinkedAt: null,
};

type ProviderIdentity = { provider: SignInProvider; key: string };

/** A provider's key with what its owner recognises it by. */
export type Link = ProviderIdentity & { email: string | null; at: Date };

function toLinkColumns({ provider, key, email, at }: Link) {
  const column = columns[provider];
  return { [column.key]: key, [column.email]: email, [column.linkedAt]: at };
}

/** Finds the user whom a provider's key opens. */
export function findUserOfKey(
  db: Db,
  { provider, key }: ProviderIdentity,
): Promise<{ id: string; isVerified: boolean; timeZone: string | null } | null> {
  const where = { [columns[provider].key]: key } as { googleId: string } | { microsoftId: string };
  return db.user.findUnique({ where, select: { id: true, isVerified: true, timeZone: true } });
}

type NewUser = Pick<
  Prisma.UserUncheckedCreateInput,
  'trialStartDate' | 'trialEndDate' | 'maxConfigurations'
> & { email: string; timeZone: string | null };

/**
 * Creates the verified user of an address that a provider vouches for, or takes over one that was registered and never
 * verified: the password of that registration is removed. Call it under `lockAddress`, and never for a verified user.
 */
export async function saveUserOfKey(db: Db, link: Link, user: NewUser): Promise<string> {
  const opened = {
    ...user,
    isVerified: true,
    authProvider: link.provider,
    passwordHash: null,
    declinedPasswordHash: null,
    passwordNeedsUpdate: false,
    ...toLinkColumns(link),
  };
  const { id } = await db.user.upsert({
    where: { email: user.email },
    create: opened,
    update: opened,
    select: { id: true },
  });
  return id;
}

export async function saveLink(db: Db, id: string, link: Link): Promise<void> {
  await db.user.update({ where: { id }, data: toLinkColumns(link), select: { id: true } });
}

export async function deleteLink(db: Db, id: string, provider: SignInProvider): Promise<void> {
  const { key, email, linkedAt } = columns[provider];
  await db.user.update({
    where: { id },
    data: { [key]: null, [email]: null, [linkedAt]: null },
    select: { id: true },
  });
}

/** The ways into an account. */
export type SignInMethods = {
  email: string;
  hasPassword: boolean;
  /** By provider; null where it is not linked. Address and time are null for links from before they were stored. */
  links: Record<SignInProvider, { email: string | null; at: Date | null } | null>;
};

export async function findSignInMethods(db: Db, id: string): Promise<SignInMethods> {
  const user = await db.user.findUniqueOrThrow({
    where: { id },
    select: {
      email: true,
      passwordHash: true,
      googleId: true,
      googleEmail: true,
      googleLinkedAt: true,
      microsoftId: true,
      microsoftEmail: true,
      microsoftLinkedAt: true,
    },
  });
  const getLink = (provider: SignInProvider) => {
    const { key, email, linkedAt } = columns[provider];
    return user[key] === null ? null : { email: user[email], at: user[linkedAt] };
  };
  return {
    email: user.email,
    hasPassword: user.passwordHash !== null,
    links: { google: getLink('google'), microsoft: getLink('microsoft') },
  };
}
