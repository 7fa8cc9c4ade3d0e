import { chmod, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isSafeAddress } from '@picksync/client';
import * as z from 'zod';
import { exitCodes, Failure } from './failure.ts';

/** Where an installation is, and the key for it. */
export type Login = { url: string; key: string };

export type Environment = Readonly<Record<string, string | undefined>>;

const login = z.object({ url: z.string(), key: z.string() });

/** Returns the file that holds the login of this user of the machine. */
function getLoginFile({ XDG_CONFIG_HOME: xdg, APPDATA: appData, HOME: home = '.' }: Environment): string {
  return join(xdg || appData || join(home, '.config'), 'picksync', 'login.json');
}

/**
 * Reads the login: from PICKSYNC_URL and PICKSYNC_KEY, else from the file. Returns null where there is none. A stored key is never
 * sent to an address that came from somewhere else.
 */
export async function readLogin(env: Environment): Promise<Login | null> {
  const { PICKSYNC_URL: url, PICKSYNC_KEY: key } = env;
  if (url && key) return { url: toOrigin(url), key };
  if (url || key)
    throw new Failure('Set PICKSYNC_URL and PICKSYNC_KEY together, or neither.', {
      exitCode: exitCodes.wrong,
    });
  const text = await readFile(getLoginFile(env), 'utf8').catch(() => null);
  if (text === null) return null;
  const stored = login.safeParse(toJson(text)).data;
  return stored ? { ...stored, url: toOrigin(stored.url) } : null;
}

/** Returns an address as it is called. Throws where a key must not go there. */
export function toOrigin(given: string | null): string {
  const wrong = (message: string) => new Failure(message, { exitCode: exitCodes.wrong });
  const url = URL.parse(given?.trim() ?? '');
  if (!url || !/^https?:$/.test(url.protocol))
    throw wrong('Give the address of Picksync, such as --url https://picksync.example.');
  if (!isSafeAddress(url))
    throw wrong('The address has to begin with https://, because others could read the key on its way.');
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
}

function toJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Stores the login so that nobody else of the machine reads it. Returns the file. */
export async function storeLogin(env: Environment, { url, key }: Login): Promise<string> {
  const file = getLoginFile(env);
  await mkdir(join(file, '..'), { recursive: true, mode: 0o700 });
  // Written beside it and put in its place: a file that is there already may be open to others.
  const draft = `${file}.new`;
  await rm(draft, { force: true });
  await writeFile(draft, `${JSON.stringify({ url, key })}\n`, { mode: 0o600, flag: 'wx' });
  await chmod(draft, 0o600);
  await rename(draft, file);
  return file;
}

/** Forgets the stored login. Returns the file where it was. */
export async function deleteLogin(env: Environment): Promise<string> {
  const file = getLoginFile(env);
  await rm(file, { force: true });
  return file;
}
