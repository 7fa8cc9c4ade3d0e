import { createClient } from '@picksync/client';
import { deleteLogin, storeLogin } from '../config.ts';
import { exitCodes, Failure } from '../failure.ts';
import type { Command, Given } from './command.ts';

export const loginCommand: Command = {
  usage: 'login [--url https://…]',
  summary:
    'Stores the address and an API key on this machine. The key is asked for, or read from standard input.',
  flags: ['url'],
  words: 0,
  needsLogin: false,
  run: login,
};

export const logoutCommand: Command = {
  usage: 'logout',
  summary: 'Forgets them. The key stays valid until it is revoked in the settings.',
  flags: [],
  words: 0,
  needsLogin: false,
  run: async ({ terminal, env }) => {
    await deleteLogin(env);
    terminal.tell('Nothing is stored on this machine any more.');
    return exitCodes.done;
  },
};

async function login({ terminal, env, flags }: Given) {
  const url = toOrigin(flags.url ?? env.PICKSYNC_URL ?? (await terminal.ask('Address of Picksync: ')));
  const question = 'API key (Settings, API keys and webhooks): ';
  const key = (await terminal.ask(question, { isSecret: true })) ?? (await terminal.readInput()).trim();
  if (key === '') throw new Failure('No key was given.', { exitCode: exitCodes.wrong });
  const { apiKey } = await createClient({ url, key }).apiKeys.current();
  const file = await storeLogin(env, { url, key });
  const may = apiKey?.scope === 'write' ? 'read and write' : 'read';
  terminal.tell(`The key “${apiKey?.name}” may ${may}. It is stored in ${file}.`);
  return exitCodes.done;
}

const local = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Returns an address as it is called. Throws where a key must not go there. */
function toOrigin(given: string | null): string {
  const wrong = (message: string) => new Failure(message, { exitCode: exitCodes.wrong });
  const url = URL.parse(given?.trim() ?? '');
  if (!url || !/^https?:$/.test(url.protocol))
    throw wrong('Give the address of Picksync, such as --url https://picksync.example.');
  if (url.protocol === 'http:' && !local.has(url.hostname))
    throw wrong('The address has to begin with https://, because others could read the key on its way.');
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
}
