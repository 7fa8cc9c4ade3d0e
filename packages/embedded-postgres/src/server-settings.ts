/** Settings that the command line sets, so that they override the configuration file. */
const always = {
  listen_addresses: '127.0.0.1',
  // Loopback with a password is enough, and socket paths have a length limit that project folders break.
  unix_socket_directories: '',
  max_connections: '200',
  timezone: 'UTC',
  log_timezone: 'UTC',
  lc_messages: 'C',
  jit: 'off',
  // Errors go to the client that caused them. Their text contains row values, which must not be logged.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_checkpoints: 'off',
  log_autovacuum_min_duration: '-1',
};

/** A password made for a throwaway server needs no rounds against guessing, which every new connection has to repeat. */
export const quickPasswords = { scram_iterations: '1' };

/** For data that may be lost in a crash. */
const throwaway = {
  // Many test files run at a time, each with its own connection pools.
  max_connections: '500',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  shared_buffers: '32MB',
  max_wal_size: '256MB',
  wal_level: 'minimal',
  max_wal_senders: '0',
  autovacuum_naptime: '1h',
  ...quickPasswords,
};

/** Returns settings as arguments that `postgres` and `initdb` know. */
export function settingArgs(settings: Record<string, string>): string[] {
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

/**
 * Returns the settings of the server as arguments of `postgres`; without `durable` it does not wait for the disk. It
 * listens in `socketFolder` as well, where one is given.
 */
export function serverSettings(options: {
  durable: boolean;
  port: number;
  socketFolder?: string | undefined;
}): string[] {
  const { durable, port, socketFolder: unix_socket_directories } = options;
  return settingArgs({
    ...always,
    ...(durable ? {} : throwaway),
    ...(unix_socket_directories === undefined ? {} : { unix_socket_directories }),
    port: String(port),
  });
}
