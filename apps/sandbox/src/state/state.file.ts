import { chmodSync, mkdirSync, readFileSync, renameSync } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import { formatVersion, parseState, serializeState } from './serialize-state.ts';
import type { State } from './state.ts';

export type StateFile = {
  /** Null when there is no file yet, or one of another format, which is kept beside the new one. */
  load: () => State | null;
  /** Schedules a save. Many changes in a row make one. */
  saveSoon: () => void;
  /** Saves what is not saved yet. */
  flush: () => Promise<void>;
};

const saveAfterMs = 1000;
const ownerOnlyModes = { file: 0o600, folder: 0o700 };

/**
 * Returns the file that keeps the state. Only its owner can read it, because it contains tokens and mails. A save
 * writes a temporary file and renames it, so a crash leaves a complete file.
 */
export function createStateFile(deps: { path: string; state: State; log: FastifyBaseLogger }): StateFile {
  const { path, state, log } = deps;
  let timer: NodeJS.Timeout | undefined;
  let saved = Promise.resolve();

  const write = async () => {
    const partial = `${path}.partial`;
    const text = await serializeState(state);
    // A file left behind by a crash would keep its mode.
    await rm(partial, { force: true });
    await writeFile(partial, text, { mode: ownerOnlyModes.file, flag: 'wx' });
    await rename(partial, path);
  };
  const save = () => {
    clearTimeout(timer);
    timer = undefined;
    saved = saved.then(write).catch((error) => log.error(error, 'state not saved'));
  };

  const keepAside = () => {
    const kept = `${path}.other-format`;
    renameSync(path, kept);
    log.warn(
      { kept, format: formatVersion },
      'the sheets of another version cannot be read: they start anew',
    );
  };

  return {
    load: () => {
      mkdirSync(dirname(path), { recursive: true, mode: ownerOnlyModes.folder });
      try {
        const text = readFileSync(path, 'utf8');
        chmodSync(path, ownerOnlyModes.file);
        const saved = parseState(text);
        if (!saved) keepAside();
        return saved;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
        throw new Error(`${path} cannot be read. Delete it to start afresh. ${(error as Error).message}`);
      }
    },
    saveSoon: () => {
      timer ??= setTimeout(save, saveAfterMs);
    },
    flush: async () => {
      if (timer !== undefined) save();
      await saved;
    },
  };
}
