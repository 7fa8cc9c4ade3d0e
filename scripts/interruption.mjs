// How often a command started by npm checks whether npm is still running.
const starterCheckMs = 500;

/**
 * Returns a signal that is aborted when the command has to end: on Ctrl-C, SIGTERM, a closed terminal, or when its
 * parent process has ended (npm, the older Node that started this one, the browser tests), also by `kill -9`.
 */
export function watchForInterruption() {
  const interruption = new AbortController();
  const interrupt = () => interruption.abort();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, interrupt);
  if (process.channel) process.on('disconnect', interrupt).channel.unref();
  if (process.env.npm_lifecycle_event) {
    const starter = process.ppid;
    setInterval(() => process.ppid !== starter && interrupt(), starterCheckMs).unref();
  }
  // Writing to a closed terminal fails; that must not interrupt the shutdown.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
  return interruption.signal;
}
