import type { Duplex } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';

type ConnectionSettings = {
  /** An address as the driver takes it, with one host. */
  connectionString: string;
  Client?: typeof pg.Client;
};

/** As in every address, what stands before the last `@` is no host: a password may hold others, and commas. */
const shape = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?]*)(.*)$/;
/** What we ask for anyway; the driver would not understand it. */
const sessionAttributes = /([?&])target_session_attrs=[^&]*&?/;

/** Returns one address for each host of a URL that names several, in their order. */
export function splitHosts(url: string): string[] {
  const [, before = '', hosts = '', after = ''] = shape.exec(url) ?? [];
  if (hosts === '') return [url];
  const rest = after.replace(sessionAttributes, '$1').replace(/[?&]$/, '');
  return hosts.split(',').map((host) => `${before}${host}${rest}`);
}

/** Returns the address of the first host, for what does not depend on the host. */
export function firstHost(url: string): string {
  return splitHosts(url)[0] ?? url;
}

/**
 * Returns the settings by which the driver connects, with a client of class `Base` where one is given. Where a URL names
 * several hosts, as libpq's do, each new connection goes to the first of them that takes writes, and breaks when that
 * takes none any more.
 */
export function toConnection(url: string, Base?: typeof pg.Client): ConnectionSettings {
  const [first = url, ...others] = splitHosts(url);
  const connectionString = first;
  if (others.length === 0) return { connectionString, ...(Base && { Client: Base }) };
  return { connectionString, Client: createPrimaryClient([first, ...others], Base ?? pg.Client) };
}

type Connected = (error: Error | null, client: pg.Client) => void;

function createPrimaryClient(addresses: readonly string[], Base: typeof pg.Client): typeof pg.Client {
  const find = shareWhilePending(() => findPrimary(addresses));
  class PrimaryClient extends Base {
    // The driver has two ways to be called: with a callback, as the pool does, and without.
    override connect(callback?: (...args: never[]) => void): never {
      const connected = this.#connect();
      const call = callback as Connected | undefined;
      connected.then(
        () => call?.(null, this as unknown as pg.Client),
        (error: Error) => call?.(error, this as unknown as pg.Client),
      );
      return (call ? undefined : connected) as never;
    }

    async #connect(): Promise<unknown> {
      const { host, port, address } = await find();
      Object.assign(this, { host, port });
      const connected = await super.connect();
      watch(address, this);
      return connected;
    }
  }
  return PrimaryClient as typeof pg.Client;
}

/** How long a host may take to say whether it takes writes; a machine that is gone says nothing. */
const answerTimeoutMs = 3000;

const asksWhetherItWrites = `SELECT NOT (pg_is_in_recovery() OR current_setting('transaction_read_only') = 'on') AS "takesWrites"`;

type Place = { host: string; port: number; address: string };

/** How long a host that takes writes waits for one before it in the order, which may be a machine that is gone. */
const patienceMs = 500;

/** Asks all hosts at the same time, and returns the first, in their order, that takes writes. */
async function findPrimary(addresses: readonly string[]): Promise<Place> {
  const answers = addresses.map(tryHost);
  const patience = anyPlace(answers)
    .then(() => delay(patienceMs, undefined, { ref: false }))
    .catch(() => {})
    .then(() => ({ reason: 'no answer' }));
  const reasons: string[] = [];
  for (const answer of answers) {
    const found = await Promise.race([answer, patience]);
    if ('place' in found) return found.place;
    reasons.push(found.reason);
  }
  throw new NoPrimaryError(`No host of the database takes writes: ${reasons.join('; ')}`);
}

type Answer = { place: Place } | { reason: string; isReadOnly?: boolean };

/** Resolves as soon as one host takes writes. Rejects when none does. */
function anyPlace(answers: readonly Promise<Answer>[]): Promise<Answer> {
  return Promise.any(
    answers.map((answer) => answer.then((found) => ('place' in found ? found : Promise.reject()))),
  );
}

async function tryHost(address: string): Promise<Answer> {
  const client = new pg.Client({
    connectionString: address,
    connectionTimeoutMillis: answerTimeoutMs,
    query_timeout: answerTimeoutMs,
    application_name: 'picksync-hosts',
  });
  client.on('error', () => {});
  const { host, port } = client;
  try {
    await client.connect();
    const { rows } = await client.query<{ takesWrites: boolean }>(asksWhetherItWrites);
    if (!rows[0]?.takesWrites) return { reason: `${host}:${port}: it is read-only`, isReadOnly: true };
    return { place: { host, port, address } };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { reason: `${host}:${port}: ${reason}` };
  } finally {
    // Not waited for: a machine that is gone never answers.
    client.end().catch(() => {});
  }
}

/** How often a host with connections of this process is asked whether it still takes writes. */
const lookAgainMs = 5_000;

/** The open connections of this process, by the addresses of their hosts: one question is asked for all of a host. */
const watched = new Map<string, Set<pg.Client>>();

/**
 * Breaks a connection once its host says that it takes no writes. Most hosts end their sessions when they become a standby;
 * otherwise a part of the process would go on reading, listening and holding locks there, beside those that have moved.
 */
function watch(address: string, client: pg.Client): void {
  const clients = watched.get(address) ?? lookAgain(address);
  clients.add(client);
  client.once('end', () => clients.delete(client));
}

/** Asks a host again and again, until none of its connections is left. Returns where they are kept. */
function lookAgain(address: string): Set<pg.Client> {
  const clients = new Set<pg.Client>();
  watched.set(address, clients);
  const timer = setInterval(async () => {
    if (clients.size === 0) {
      clearInterval(timer);
      watched.delete(address);
      return;
    }
    const found = await tryHost(address);
    if ('isReadOnly' in found) for (const client of clients) breakConnection(client);
  }, lookAgainMs);
  timer.unref();
  return clients;
}

/** The driver has no way to say that a connection is broken; everybody who holds one replaces it then. */
function breakConnection(client: pg.Client): void {
  const { connection } = client as unknown as { connection: { stream: Duplex } };
  connection.stream.destroy(new Error('Connection terminated: its host takes no writes any more'));
}

/** To everybody who asks, it is a database that cannot be reached. */
class NoPrimaryError extends Error {
  override readonly name = 'NoPrimary';
  readonly code = 'ECONNREFUSED';
  readonly syscall = 'connect';
  readonly errno = -111;
}

/** A pool that opens ten connections at once asks once. */
function shareWhilePending<T>(work: () => Promise<T>): () => Promise<T> {
  let pending: Promise<T> | undefined;
  return () => {
    pending ??= work().finally(() => {
      pending = undefined;
    });
    return pending;
  };
}
