import { chmodSync, mkdirSync, readFileSync } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { parseState, serializeState } from './serialize-state.ts';
import type { State } from './state.ts';

export type StateFile = {
  /** Null when there is no file yet, or one that another version wrote. */
  load: () => State | null;
  /** Saves soon; many changes in a row make one save. */
  saveSoon: () => void;
  /** Saves what is not saved yet. */
  flush: () => Promise<void>;
};

const saveAfterMs = 1000;
const ownerOnlyModes = { file: 0o600, folder: 0o700 };

/**
 * Keeps the state in one file, tokens and mails included, so it is readable by its owner alone. It is written beside
 * and renamed, so that a crash leaves the old file or the new one.
 */
export function createStateFile(deps: {
  path: string;
  state: State;
  onError: (error: unknown) => void;
}): StateFile {
  const { path, state, onError } = deps;
  let timer: NodeJS.Timeout | undefined;
  let saved = Promise.resolve();

  const write = async () => {
    const partial = `${path}.partial`;
    const text = await serializeState(state);
    // A file left behind by a crash would keep the rights it has.
    await rm(partial, { force: true });
    await writeFile(partial, text, { mode: ownerOnlyModes.file, flag: 'wx' });
    await rename(partial, path);
  };
  const save = () => {
    clearTimeout(timer);
    timer = undefined;
    saved = saved.then(write).catch(onError);
  };

  return {
    load: () => {
      mkdirSync(dirname(path), { recursive: true, mode: ownerOnlyModes.folder });
      try {
        const text = readFileSync(path, 'utf8');
        chmodSync(path, ownerOnlyModes.file);
        return parseState(text);
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
