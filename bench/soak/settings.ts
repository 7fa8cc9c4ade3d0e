import { type AutomationSettings, defaultSettings, getSettingsVersion } from '@picksync/contracts';
import { Prisma } from '@picksync/db';
import type { ModelSource, ModelTarget } from './model.ts';
import type { Random } from './random.ts';

type Variant = (source: ModelSource) => Partial<AutomationSettings>;

function getCity({ cityColumnId: columnId }: ModelSource) {
  return { columnId, columnName: 'City' };
}

function formatSize({ sizeColumnId: columnId }: ModelSource) {
  return { columnId, columnName: 'Size' };
}

function getName({ columnId }: ModelSource) {
  return { columnId, columnName: 'Name' };
}

/** What the options are made of. */
const contents: Variant[] = [
  () => ({}),
  () => ({ splitValues: ';' }),
  () => ({ ignoreCase: true }),
  (source) => ({
    filters: { match: 'all', rules: [{ ...getCity(source), operator: 'contains', value: 'oslo' }] },
  }),
  (source) => ({
    filters: {
      match: 'any',
      rules: [
        { ...formatSize(source), operator: 'greater', value: '5' },
        { ...getCity(source), operator: 'is_blank', value: null },
      ],
    },
  }),
  (source) => ({ labelTemplate: { template: '{1} – {2}', columns: [getName(source), getCity(source)] } }),
  (source) => ({ labelTemplate: { template: '({2}) {1}', columns: [getName(source), formatSize(source)] } }),
];

/** In which order they stand, and what stands around them. */
const orders: Variant[] = [
  () => ({}),
  () => ({ order: 'ascending' }),
  () => ({ order: 'descending' }),
  () => ({ pinnedFirst: ['First of all'] }),
  () => ({ pinnedLast: ['None of these'], order: 'ascending' }),
];

/** What stays that the source lacks. */
const stays: (() => Partial<AutomationSettings>)[] = [
  () => ({}),
  () => ({ mode: 'add_only' }),
  () => ({ mode: 'keep_used' }),
  () => ({ graceDays: 3 }),
  () => ({ drift: 'keep' }),
  () => ({ drift: 'ask' }),
  () => ({ drift: 'keep', mode: 'keep_used' }),
  () => ({ drift: 'ask', graceDays: 3 }),
];

const guards: (() => Partial<AutomationSettings>)[] = [
  () => ({ maxRemovalPercent: 100 }),
  () => ({ maxRemovalPercent: 50 }),
  () => ({ maxRemovalPercent: 0 }),
];

/** Whether the list is kept before a removal: what a dropdown says in the end does not depend on it. */
const copies: Variant[] = [() => ({}), () => ({ keepCopies: true })];

/** Draws what stays that a source lacks, and when a person is asked. */
export function drawStays(random: Random): Partial<AutomationSettings> {
  return { ...random.pick(stays)(), ...random.pick(guards)() };
}

/** Draws settings of any mode but two-way. */
export function drawOneWay(random: Random, source: ModelSource): AutomationSettings {
  const drawn = [contents, orders, stays, guards, copies].map((variants) => random.pick(variants)(source));
  return Object.assign({}, defaultSettings, ...drawn) as AutomationSettings;
}

/** Draws settings; one in four is a two-way pair. */
export function drawSettings(random: Random, source: ModelSource): AutomationSettings {
  if (!random.chance(0.25)) return drawOneWay(random, source);
  const drawn = [orders, copies].map((variants) => random.pick(variants)(source));
  const base = { ...defaultSettings, maxRemovalPercent: 100 };
  return Object.assign(base, ...drawn, { mode: 'two_way' }) as AutomationSettings;
}

/** Returns what is saved with settings: what earlier runs found is cleared, and what does not hold under them. */
export function savedSettings(
  { settings: before }: Pick<ModelTarget, 'settings'>,
  after: AutomationSettings,
) {
  const isPutBack = before.drift !== after.drift && after.drift === 'put_back';
  return {
    ...after,
    filters: after.filters ?? Prisma.DbNull,
    labelTemplate: after.labelTemplate ?? Prisma.DbNull,
    addressColumn: after.addressColumn ?? Prisma.DbNull,
    settingsVersion: getSettingsVersion(after),
    ...withoutFindings,
    heldAgainst: null,
    ...(before.mode !== after.mode && after.mode === 'two_way' && { baseHashes: [] }),
    ...(isPutBack && { keptHashes: [], excludedHashes: [] }),
    ...(leavesNothing(after) && { leaving: [], leavingAt: null }),
  };
}

/** Writes into the model what saving settings does to the memory of runs. */
export function applySettings(
  target: Pick<ModelTarget, 'settings' | 'memory'>,
  after: AutomationSettings,
): void {
  const { settings: before, memory } = target;
  const isPutBack = before.drift !== after.drift && after.drift === 'put_back';
  target.settings = after;
  target.memory = {
    ...memory,
    heldFor: null,
    ...(isPutBack && { kept: [], excluded: [] }),
    ...(leavesNothing(after) && { leaving: [] }),
  };
}

function leavesNothing({ graceDays, mode }: AutomationSettings): boolean {
  return graceDays === 0 || mode === 'two_way' || mode === 'add_only';
}

export const withoutFindings = {
  lastError: null,
  lastErrorReason: null,
  failingSince: null,
  unseenSince: null,
  review: Prisma.DbNull,
  approvedReview: null,
  keptReview: null,
  outsideChanges: [],
  outageSince: null,
  outageTriedAt: null,
};

/** What a new choice of the destination clears beside: everything that runs remember. */
export const withoutMemory = {
  targetFingerprint: null,
  lastRunOutcome: null,
  lastRunAt: null,
  baseHashes: [],
  heldAgainst: null,
  keptHashes: [],
  excludedHashes: [],
  leaving: [],
  leavingAt: null,
};
