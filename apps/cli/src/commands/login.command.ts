import { createClient } from '@picksync/client';
import { deleteLogin, storeLogin, toOrigin } from '../config.ts';
import { exitCodes, Failure } from '../failure.ts';
import { isReply } from '../is-reply.ts';
import { toOneLine } from '../one-line.ts';
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
  const { apiKey } = await createClient({ url, key, isReply }).apiKeys.current();
  // Picksync itself always names the key of a request.
  if (!apiKey) throw new Failure(`${url} does not know the key as Picksync does. Is the address right?`);
  const file = await storeLogin(env, { url, key });
  const may = apiKey.scope === 'write' ? 'read and write' : 'read';
  terminal.tell(`The key “${toOneLine(apiKey.name)}” may ${may}. It is stored in ${file}.`);
  return exitCodes.done;
}
