import {
  type ReferenceAnswer,
  type ReferenceMemory,
  type ReferenceOutcome,
  referenceRun,
} from '@picksync/sync-engine/testing';
import type { PlantedAccount, PlantedTarget } from '../../stage/accounts.ts';
import { computeValues, type ModelSource, type ModelTarget, maxOptions } from '../model.ts';
import type { Ask } from '../open-ask.ts';
import type { SoakScene } from '../people.ts';

/** A list as it was before a run, which lies as a file beside the dropdown. */
export type ModelCopy = {
  id: string;
  list: string[];
  /** What people have done to its file; `expired`: newer ones have made it superfluous. */
  file: 'kept' | 'gone' | 'changed' | 'expired';
};

/** A dropdown whose lists are kept before options are removed, and what it says. */
export type KeptTarget = PlantedTarget & {
  settings: ModelTarget['settings'];
  list: string[];
  memory: ReferenceMemory;
  isActive: boolean;
  /** What a person is asked; null when nothing waits. */
  reason: string | null;
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
  /** Of whose sheet a right is taken away just now. */
  barred: KeptTarget[];
  /** What a person has made of a list while a run or a restore was under way. */
  editedMeanwhile: Map<KeptTarget, string[]>;
};

/** Returns what a sync makes of a dropdown now, and after an answer. */
export function runOnce({ source }: RestoreScene, target: KeptTarget, answer?: ReferenceAnswer) {
  const { settings, list: current, memory } = target;
  const values = computeValues({ source, settings });
  return referenceRun({ values, current, settings, memory, used: [], maxOptions, now: Date.now(), answer });
}

/** Writes into the model what a sync makes of a dropdown. */
export function applyRun(target: KeptTarget, { verdict, list, memory, reason }: ReferenceOutcome): void {
  Object.assign(target, { memory, reason, ...(verdict === 'write' && { list }) });
}

/** Returns the options of a file: the title of its column stands in the first line. */
export function readFile(text: string): string[] {
  const lines = text.replace('\uFEFF', '').split('\r\n').slice(1, -1);
  return lines.map((line) => (/^"(?<inner>.*)"$/.exec(line)?.groups?.inner ?? line).replaceAll('""', '"'));
}
