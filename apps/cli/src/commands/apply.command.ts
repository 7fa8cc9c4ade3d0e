import type { PicksyncError } from '@picksync/client';
import { errorCodes } from '@picksync/contracts';
import { exitCodes, Failure } from '../failure.ts';
import { toJsonText, toOneLine } from '../one-line.ts';
import { type Applied, applyPlan, type Done } from '../plan/apply-plan.ts';
import { type Plan, type Step, toProblems } from '../plan/make-plan.ts';
import { toPlanData, toPlanLines } from '../plan/plan-texts.ts';
import { readPlan } from '../plan/read-plan.ts';
import type { Command, Connected } from './command.ts';

export const applyCommand: Command = {
  usage: 'apply file.yaml [--prune [--yes]] [--full] [--json]',
  summary:
    'Creates and changes automations as the file says. --prune deletes those that it lacks, and asks first.',
  flags: ['prune', 'yes', 'full', 'json'],
  words: 1,
  needsLogin: true,
  run: apply,
};

async function apply(connected: Connected) {
  const { client, terminal, words, flags } = connected;
  const [path = ''] = words;
  const { apiKey } = await client.apiKeys.current();
  if (apiKey?.scope === 'read') throw new Failure(errorCodes.api_key_read_only.message);
  const plan = await readPlan(client, { path, prunes: flags.prune === true }, terminal);
  if (!flags.json) {
    const look = { paint: terminal.paint, isWhole: flags.full === true };
    for (const line of toPlanLines(plan, look)) terminal.say(line);
  }
  await confirmDeletions(plan, connected);
  const applied = await applyPlan(client, plan, (done) => {
    if (!flags.json) terminal.say(toDoneText(done, connected));
  });
  if (flags.json) terminal.say(toJsonText(toData(plan, applied), 2));
  if (applied.stopped) throw toFailure(applied, path);
  return exitCodes.done;
}

async function confirmDeletions({ steps }: Plan, { terminal, flags }: Connected): Promise<void> {
  const count = steps.filter(({ act }) => act === 'delete').length;
  if (count === 0 || flags.yes) return;
  const what = count === 1 ? '1 automation is deleted' : `${count} automations are deleted`;
  const answer = await terminal.ask(`${what}. Type “yes” to go on: `);
  if (answer === null)
    throw new Failure(`${what} only with --yes where nobody can be asked. Nothing was changed.`);
  if (answer.trim().toLowerCase() !== 'yes') throw new Failure('Nothing was changed.');
}

function getName(step: Step): string {
  return toOneLine(step.act === 'delete' ? step.automation.name : step.entry.name);
}

const doneWords = { create: 'Created', edit: 'Changed', delete: 'Deleted' };

function toDoneText({ step, id }: Done, { url, terminal }: Connected): string {
  const text = `${doneWords[step.act]} ${getName(step)}`;
  if (step.act === 'delete' || !step.preview?.needsReview) return text;
  return `${text}. ${terminal.paint('yellow', 'It waits for your review')}: ${url}/automations/${id}/review`;
}

function toData(plan: Plan, { done, stopped }: Applied) {
  return {
    ...toPlanData(plan),
    done: done.map(({ step, id }) => ({ act: step.act, id, name: getName(step) })),
    stopped: stopped && {
      act: stopped.step.act,
      name: getName(stopped.step),
      error: { code: stopped.error.code, message: stopped.error.message },
    },
  };
}

function toFailure({ done, stopped }: Applied, file: string): Failure {
  const count = done.length === 1 ? '1 change was' : `${done.length} changes were`;
  const message = `${stopped?.error.message} ${count} made before that and stay. Apply the file again to do the rest.`;
  const problems =
    stopped && stopped.step.act !== 'delete' && isAboutEntry(stopped.error)
      ? toProblems(stopped.step.entry, stopped.error)
      : [];
  return new Failure(message, { problems, file });
}

/** Returns whether an entry of the file was refused. A key that has ended or a network that is gone is the fault of none. */
function isAboutEntry({ code, status = 0 }: PicksyncError): boolean {
  const isOfCaller = status === 401 || status === 429 || code === 'account_disabled';
  return status >= 400 && status < 500 && !isOfCaller;
}
