/** What is said on the command line, whatever the configuration file says. */
const always = {
  listen_addresses: '127.0.0.1',
  // Loopback with a password is enough, and socket paths have a length limit that project folders break.
  unix_socket_directories: '',
  max_connections: '200',
  timezone: 'UTC',
  log_timezone: 'UTC',
  lc_messages: 'C',
  jit: 'off',
  // Errors go to whoever caused them. Their text holds row values, which must not reach a log.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_checkpoints: 'off',
  log_autovacuum_min_duration: '-1',
};

/** For data that may be lost in a crash. */
const throwaway = {
  // Many test files are at work at a time, each with pools of its own.
  max_connections: '500',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  shared_buffers: '32MB',
  max_wal_size: '256MB',
  wal_level: 'minimal',
  max_wal_senders: '0',
  autovacuum_naptime: '1h',
};

/** Returns the settings of the server as arguments of `postgres`; without `durable` it does not wait for the disk. */
export function serverSettings({ durable, port }: { durable: boolean; port: number }): string[] {
  return Object.entries({ ...always, ...(durable ? {} : throwaway), port: String(port) }).flatMap(
    ([name, value]) => ['-c', `${name}=${value}`],
  );
}
