// How often a command started by npm looks whether npm is still there.
const starterCheckMs = 500;

/**
 * Aborts when the command shall end: Ctrl-C, SIGTERM, a closed terminal, or a starter that is gone (npm itself, the
 * older Node that handed over, the browser tests), which `kill -9` gives no chance to say so.
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
  // A terminal that was closed cannot be written to; that must not stop the stopping.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
  return interruption.signal;
}
