import { existsSync, watch } from 'node:fs';
import { dirname, isAbsolute, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Has Node tell, through its IPC channel, which files a program imports: the way in which `node --watch` knows them. */
export const reportsImports = { WATCH_REPORT_DEPENDENCIES: '1' };

// What writes a file does so in several steps, and what changes one often changes others too.
const settleMs = 100;

/**
 * Watches the files that a program imports, except those of packages. The folders are watched, not the files as
 * `node --watch` does: a watch of a file ends unnoticed when git or an editor puts another one in its place. `onChange` gets the file.
 */
export function watchImports(onChange) {
  const files = new Set();
  const folders = new Map();
  let settling;

  function watchFolder(folder) {
    folders.get(folder)?.close();
    folders.delete(folder);
    if (!existsSync(folder)) return;
    const watcher = watch(folder, (_event, name) => {
      const file = join(folder, name ?? '');
      if (!files.has(file)) return;
      clearTimeout(settling);
      settling = setTimeout(() => onChange(file), settleMs);
    });
    // A folder that goes away is watched again with the next start.
    watcher.on('error', () => watcher.close());
    folders.set(folder, watcher);
  }

  function add(file) {
    if (files.has(file) || file.includes(`${sep}node_modules${sep}`)) return;
    files.add(file);
    const folder = dirname(file);
    if (!folders.has(folder)) watchFolder(folder);
  }

  return {
    add,
    /** Takes a message of the program. */
    hear: (message) => {
      for (const url of message?.['watch:import'] ?? []) if (url.startsWith('file:')) add(fileURLToPath(url));
      // What is no file has no path, or only a name.
      for (const path of message?.['watch:require'] ?? []) if (path && isAbsolute(path)) add(path);
    },
    /** Watches all folders anew: one that was deleted and made again is another one. */
    renew: () => {
      for (const folder of new Set([...files].map(dirname))) watchFolder(folder);
    },
    close: () => {
      clearTimeout(settling);
      for (const watcher of folders.values()) watcher.close();
      folders.clear();
    },
  };
}
