import type { Automation, Client, Preview, PreviewDraft, ProgramAccess } from '@picksync/client';
import { type AutomationLink, closesCycle, errorCodes } from '@picksync/contracts';
import type { Problem } from '../file/places.ts';
import { type FileEntry, toKey } from '../file/read-file.ts';
import { type Edit, findChanges } from './find-changes.ts';
import { previewMany } from './preview-many.ts';

/** `preview`: what the next sync would do; null where it would do nothing else than before. */
export type Create = { act: 'create'; entry: FileEntry; preview: Preview | null };
export type Change = {
  act: 'edit';
  entry: FileEntry;
  automation: Automation;
  edit: Edit;
  preview: Preview | null;
};
export type Deletion = { act: 'delete'; automation: Automation };
export type Step = Create | Change | Deletion;

export type Plan = {
  /** What differs, in the order of the file; deletions come last. */
  steps: Step[];
  /** How many automations are as the file says. */
  unchanged: number;
  /** Automations that the file does not have, and that stay. */
  lacking: Automation[];
  /** What keeps it from being applied. */
  problems: Problem[];
};

type Options = {
  /** Whether automations that the file does not have are deleted. */
  prunes: boolean;
  onWait: (seconds: number) => void;
};

type PlanClient = Pick<Client, 'automations' | 'previews' | 'apiKeys'>;

/** Compares a file with what is there, and returns what applying it would do. Changes nothing. */
export async function makePlan(
  client: PlanClient,
  entries: readonly FileEntry[],
  { prunes, onWait }: Options,
): Promise<Plan> {
  const [access, existing] = await Promise.all([client.apiKeys.current(), client.automations.list().all()]);
  const { steps, unchanged, problems, others } = match(entries, existing);
  // What belongs to a rule comes and goes with it.
  const free = others.filter(({ rule }) => rule === null);
  const deletions = prunes ? free.map((automation) => ({ act: 'delete', automation }) as const) : [];
  const staying = prunes ? others.filter(({ rule }) => rule !== null) : others;
  problems.push(...findLoops(steps, unchanged, staying), ...findBeyondPlan(steps, access, deletions));
  const previewed = problems.length > 0 ? steps : await addPreviews(client, steps, { onWait, problems });
  return {
    steps: [...previewed, ...deletions],
    unchanged: unchanged.length,
    lacking: prunes ? [] : free,
    problems,
  };
}

type Matched = {
  steps: (Create | Change)[];
  unchanged: Automation[];
  /** Automations that the file does not have. */
  others: Automation[];
  problems: Problem[];
};

function match(entries: readonly FileEntry[], existing: readonly Automation[]): Matched {
  const byKey = Map.groupBy(existing, toKey);
  const steps: Matched['steps'] = [];
  const unchanged: Automation[] = [];
  const problems: Problem[] = [];
  const known = new Set<string>();
  for (const entry of entries) {
    const fillers = byKey.get(toKey(entry.columns)) ?? [];
    const automation = fillers.find(({ isActive }) => isActive) ?? fillers[0];
    if (!automation) {
      if (entry.isActive === false)
        problems.push({ place: entry.placeOf('isActive'), message: startsActive });
      steps.push({ act: 'create', entry, preview: null });
      continue;
    }
    known.add(automation.id);
    if (!automation.isActive && fillers.length > 1)
      problems.push({ place: entry.placeOf('targetColumnId'), message: severalPaused });
    const edit = findChanges(entry, automation);
    if (edit && automation.rule && edit.changes.some(({ field }) => field !== 'name' && field !== 'active'))
      problems.push({ place: entry.place, message: errorCodes.automation_of_rule.message });
    if (edit) steps.push({ act: 'edit', entry, automation, edit, preview: null });
    else unchanged.push(automation);
  }
  return { steps, unchanged, problems, others: existing.filter(({ id }) => !known.has(id)) };
}

const startsActive = 'A new automation begins active. Leave “active” out, and pause it once it is there';
const severalPaused = 'Several paused automations fill this column. Delete all but one of them first';

function toLink({ columns, settings: { mode } }: FileEntry): AutomationLink {
  return { ...columns, mode };
}

/** Returns what would lead back to its own source once all of the file is applied. */
function findLoops(
  steps: readonly (Create | Change)[],
  unchanged: readonly Automation[],
  staying: readonly Automation[],
): Problem[] {
  const present = [...unchanged, ...staying].filter(({ isActive }) => isActive);
  const isActive = (step: Create | Change) =>
    step.entry.isActive ?? (step.act === 'create' || step.automation.isActive);
  const active = steps.filter(isActive);
  return active.flatMap((step) => {
    const others = active.filter((other) => other !== step).map(({ entry }) => toLink(entry));
    if (!closesCycle(toLink(step.entry), [...present, ...others])) return [];
    return [{ place: step.entry.placeOf('targetColumnId'), message: errorCodes.automation_loop.message }];
  });
}

/** Returns the first automation for which the plan of the account has no room, if there is one. */
function findBeyondPlan(
  steps: readonly (Create | Change)[],
  { configurationCount, activeCount, configurationLimit }: ProgramAccess,
  deletions: readonly Deletion[],
): Problem[] {
  const created = steps.filter(({ act }) => act === 'create');
  const activated = steps.filter((step) => step.act === 'edit' && step.edit.body.isActive === true);
  const paused = steps.filter((step) => step.act === 'edit' && step.edit.body.isActive === false);
  const activeDeletions = deletions.filter(({ automation }) => automation.isActive);
  const roomForAll = configurationLimit - configurationCount + deletions.length;
  const roomForActive = configurationLimit - activeCount + activeDeletions.length + paused.length;
  const beyond = created[Math.max(0, roomForAll)] ?? [...activated, ...created][Math.max(0, roomForActive)];
  if (!beyond) return [];
  const message = `Your plan has room for ${configurationLimit} automations, and the file asks for more`;
  return [{ place: beyond.entry.place, message }];
}

type Waits = { onWait: (seconds: number) => void; problems: Problem[] };

/** Returns the steps with what their next sync would do; drafts that would be refused are problems. */
async function addPreviews(
  client: PlanClient,
  steps: readonly (Create | Change)[],
  { onWait, problems }: Waits,
): Promise<(Create | Change)[]> {
  const shown = steps.filter((step) => step.act === 'create' || step.edit.affectsRuns);
  const drafts = shown.map(toDraft);
  const previews = await previewMany(client, drafts, onWait);
  const byStep = new Map(shown.map((step, index) => [step, previews[index]]));
  return steps.map((step) => {
    const { preview = null, error = null } = byStep.get(step) ?? {};
    if (error) problems.push(...toProblems(step.entry, error));
    return { ...step, preview };
  });
}

function toDraft(step: Create | Change): PreviewDraft {
  const { columns, settings } = step.entry;
  return { ...columns, ...settings, ...(step.act === 'edit' && { automationId: step.automation.id }) };
}

type Refusal = { message: string; errors?: Record<string, string> | undefined };

/** Returns what the API says of an automation, at the fields that it names. */
export function toProblems(entry: FileEntry, { message, errors = {} }: Refusal): Problem[] {
  const named = Object.entries(errors);
  if (named.length === 0) return [{ place: entry.placeOf('targetColumnId'), message }];
  return named.map(([field, said]) => ({ place: entry.placeOf(field), message: said }));
}
