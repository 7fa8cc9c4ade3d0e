import { startGroup } from './group.mjs';
import { guardGroup } from './guard.mjs';

const patienceMs = 20_000;

/**
 * Runs a program to its end. Returns whether it succeeded, and its output unless that was shown. An aborted signal
 * stops it with its child processes.
 */
export async function runTool({ command, args, env, cwd, signal, show = false }) {
  signal?.throwIfAborted();
  const output = show ? 'inherit' : 'pipe';
  const group = startGroup({ command, args, env, cwd, stdio: ['ignore', output, output] });
  const callOff = guardGroup(group.child.pid);
  let said = '';
  for (const stream of [group.child.stdout, group.child.stderr])
    stream?.setEncoding('utf8').on('data', (text) => {
      said += text;
    });
  const stop = () => group.stop(patienceMs);
  signal?.addEventListener('abort', stop, { once: true });
  const { code, error } = await group.ended;
  signal?.removeEventListener('abort', stop);
  callOff();
  signal?.throwIfAborted();
  return { ok: code === 0, said: error ? `${said}\n${error.message}` : said };
}
