import { type ReferenceMemory, referenceRun } from '@picksync/sync-engine/testing';
import type { PlantedAccount, PlantedTarget } from '../../stage/accounts.ts';
import { computeValues, type ModelSource, type ModelTarget, maxOptions } from '../model.ts';
import type { Ask } from '../open-ask.ts';
import type { SoakScene } from '../people.ts';

/** A list as it was before a run, which lies as a file beside the dropdown. */
export type ModelCopy = {
  id: string;
  list: string[];
  /** What people have done to its file. */
  file: 'kept' | 'gone' | 'changed';
};

/** A dropdown whose lists are kept before options are removed, and what it says. */
export type KeptTarget = PlantedTarget & {
  settings: ModelTarget['settings'];
  list: string[];
  memory: ReferenceMemory;
  isActive: boolean;
  /** Whether an earlier list was put back, so that nothing is synced until a person says how it goes on. */
  rests: boolean;
  copies: ModelCopy[];
  /** Texts of the files that are not ours. */
  foreign: string[];
};

export type RestoreScene = SoakScene & {
  account: PlantedAccount;
  source: ModelSource;
  kept: KeptTarget[];
  ask: Ask;
};

/** Returns what a sync makes of a dropdown now. */
export function runOnce({ source }: RestoreScene, target: KeptTarget) {
  const { settings, list: current, memory } = target;
  const values = computeValues({ source, settings });
  return referenceRun({ values, current, settings, memory, used: [], maxOptions, now: Date.now() });
}

/** Returns the options of a file: the title of its column stands in the first line. */
export function readFile(text: string): string[] {
  const lines = text.replace('\uFEFF', '').split('\r\n').slice(1, -1);
  return lines.map((line) => (/^"(?<inner>.*)"$/.exec(line)?.groups?.inner ?? line).replaceAll('""', '"'));
}
