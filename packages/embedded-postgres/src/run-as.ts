import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { EmbeddedPostgresError } from './platform.ts';

/** The account PostgreSQL runs under. Undefined ids mean: as we do. */
export type RunAs = {
  uid?: number;
  gid?: number;
  name: string;
};

/** In this order: the account meant for it, then the one every system has. */
const accounts = ['postgres', 'nobody'];

/**
 * Returns the account that the server runs under. PostgreSQL refuses to run as root; there an existing unprivileged
 * account is taken, so that nothing has to be added to the machine.
 */
export function chooseAccount(uid = process.getuid?.(), passwd = readPasswd()): RunAs {
  if (uid !== 0) return { name: 'this user' };
  for (const name of accounts) {
    const fields = passwd.find((line) => line.startsWith(`${name}:`))?.split(':');
    if (!fields) continue;
    return { name, uid: Number(fields[2]) >>> 0, gid: Number(fields[3]) >>> 0 };
  }
  throw new EmbeddedPostgresError(
    'PostgreSQL refuses to run as root and this system has no account to run it under. Start as another user, or set DATABASE_URL.',
  );
}

function readPasswd(): string[] {
  try {
    return readFileSync('/etc/passwd', 'utf8').split('\n');
  } catch {
    return [];
  }
}

/** Returns the ids in the form that `spawn` takes. */
export function ids({ uid, gid }: RunAs) {
  return {
    ...(uid === undefined ? {} : { uid }),
    ...(gid === undefined ? {} : { gid }),
  };
}

/**
 * Asks the system itself whether the account may use these paths: folders on the way that are closed to others,
 * access lists and mount options all count, and none of them has to be understood here.
 */
export function canUse(
  account: RunAs,
  { execute = [], read = [], write = [] }: { execute?: string[]; read?: string[]; write?: string[] },
): boolean {
  const tests = [
    ...execute.map((path) => ['-x', path]),
    ...read.map((path) => ['-r', path]),
    ...write.map((path) => ['-w', path]),
  ];
  return tests.every(([flag = '', path = '']) => {
    const { status } = spawnSync('/bin/sh', ['-c', `test ${flag} "$1"`, 'sh', path], {
      ...ids(account),
      cwd: '/',
      stdio: 'ignore',
    });
    return status === 0;
  });
}
