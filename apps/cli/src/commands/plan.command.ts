import { exitCodes } from '../failure.ts';
import { toJsonText } from '../one-line.ts';
import { toPlanData, toPlanLines } from '../plan/plan-texts.ts';
import { readPlan } from '../plan/read-plan.ts';
import type { Command, Connected } from './command.ts';

export const planCommand: Command = {
  usage: 'plan file.yaml [--prune] [--full] [--json]',
  summary: 'Shows what `apply` would change and what the next syncs would do. Changes nothing.',
  flags: ['prune', 'full', 'json'],
  words: 1,
  needsLogin: true,
  run: showPlan,
};

async function showPlan({ client, terminal, words, flags }: Connected) {
  const [path = ''] = words;
  const plan = await readPlan(client, { path, prunes: flags.prune === true }, terminal);
  if (flags.json) terminal.say(toJsonText(toPlanData(plan), 2));
  else {
    const look = { paint: terminal.paint, isWhole: flags.full === true };
    for (const line of toPlanLines(plan, look)) terminal.say(line);
  }
  return plan.steps.length === 0 ? exitCodes.done : exitCodes.differs;
}
