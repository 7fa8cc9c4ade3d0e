import { join, relative, resolve } from 'node:path';
import { reportsImports, watchImports } from '../process/watch-imports.mjs';
import { root } from '../root.mjs';
import { openLog } from './log-file.mjs';
import { createShow, runLogged } from './run-logged.mjs';
import { patienceMs } from './supervise.mjs';

/**
 * Starts a process of the product in development, with its own log; what it says is also shown. It is started again when a file
 * that it imports changes, and only then: one that ended by itself, or has never been ready, waits for the change that mends it.
 */
export function watchProcess({ name, script, env, logDir, say, onOutput }) {
  const file = join(logDir, `${name}.log`);
  const log = openLog(file);
  const show = createShow(log, onOutput);
  const over = new AbortController();
  const imports = watchImports(startAnew);
  imports.add(resolve(root, script));
  let isRenewing = false;
  let current = run();

  function run() {
    imports.renew();
    const group = runLogged({ script, env: { ...env, ...reportsImports }, log, onOutput });
    group.child.on('message', imports.hear);
    group.ended.then(({ code, signal }) => {
      if (isRenewing || over.signal.aborted) return;
      show(`ended (${signal ?? `code ${code}`}); starts again when one of its files changes\n`);
    });
    return group;
  }

  async function startAnew(changed) {
    if (isRenewing || over.signal.aborted) return;
    isRenewing = true;
    show(`${relative(root, changed)} has changed; starting again\n`);
    await current.stop(patienceMs);
    isRenewing = false;
    if (!over.signal.aborted) current = run();
  }

  /** Waits for a sign that it is ready, as `supervise` does; it never gives up. */
  function untilReady(sign) {
    return sign(over.signal, (what) => say(`${name} ${what} (log: ${file})`));
  }

  async function stop() {
    over.abort();
    imports.close();
    await current.stop(patienceMs);
  }

  return { name, untilReady, stop };
}
