import { type AutomationSettings, defaultSettings } from '@picksync/contracts';
import { createOptionHashes, type OptionHash } from '../option-hash.ts';
import { defaultLimits } from '../plan.guards.ts';
import { type Plan, plan } from '../plan.ts';
import type { PlanInput } from '../plan-input.ts';
import { emptyRunState } from '../run-state.ts';

const keyed = createOptionHashes('a secret for tests only')('an automation');
const known = new Map<string, string>();

/** The real hashes, each made once: the properties ask for the same ones again and again. */
export const hash: OptionHash = {
  ...keyed,
  of: (option, settings) => {
    const name = `${settings.ignoreCase}:${option}`;
    const made = known.get(name) ?? keyed.of(option, settings);
    known.set(name, made);
    return made;
  },
};

/** A plan's input in short: what is not named is as it is for a new automation. */
export type Given = Partial<Omit<PlanInput, 'settings' | 'source' | 'uses'>> & {
  /** Values of the source. */
  values?: readonly string[];
  formulaErrors?: number;
  settings?: Partial<AutomationSettings>;
  /** Rows by the value they use; left out where they are not counted. */
  uses?: Record<string, number>;
};

export function planInput({ values = [], formulaErrors = 0, settings, uses, ...given }: Given): PlanInput {
  return {
    source: { values: [...values], formulaErrors, filteredOut: [] },
    currentOptions: [],
    settings: { ...defaultSettings, ...settings },
    state: emptyRunState,
    uses: uses ? new Map(Object.entries(uses)) : null,
    limits: defaultLimits,
    now: new Date('2026-11-22T10:00:00Z'),
    hash,
    ...given,
  };
}

export function planned(given: Given): Plan {
  return plan(planInput(given));
}

/** Plans again what a run has written: on its list, with what it remembers. */
export function again(given: Given, before: Plan, changes: Given = {}): Plan {
  return planned({ ...given, currentOptions: before.options, state: before.state, ...changes });
}
