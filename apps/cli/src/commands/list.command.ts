import { type AutomationState, toAutomationState } from '../automation-state.ts';
import { exitCodes } from '../failure.ts';
import { toJsonText, toOneLine } from '../one-line.ts';
import type { Paint } from '../paint.ts';
import type { Command, Connected } from './command.ts';

export const listCommand: Command = {
  usage: 'list [--json]',
  summary: 'Lists the automations: how each stands, what it reads and what it fills.',
  flags: ['json'],
  words: 0,
  needsLogin: true,
  run: list,
};

async function list({ client, terminal, flags }: Connected) {
  const automations = await client.automations.list().all();
  if (flags.json) {
    terminal.say(toJsonText(automations, 2));
    return exitCodes.done;
  }
  for (const automation of automations) {
    const { name, lastError, sheetName, targetColumnName, sourceSheetName, sourceColumnName } = automation;
    const source = `${sourceSheetName ?? automation.sourceSheetId} · ${sourceColumnName}`;
    terminal.say(`${toStateText(toAutomationState(automation), terminal.paint)}  ${toOneLine(name)}`);
    terminal.say(`    ${toOneLine(`${source} → ${sheetName} · ${targetColumnName}`)}`);
    if (lastError !== null) terminal.say(`    ${toOneLine(lastError)}`);
  }
  if (automations.length === 0) terminal.tell('There are no automations yet.');
  return exitCodes.done;
}

const colours = {
  paused: 'dim',
  review: 'yellow',
  failing: 'red',
  syncing: 'green',
  active: 'green',
} as const;
const stateWidth = 'failing'.length;

/** Returns the word for how an automation stands, as wide as every other. */
function toStateText(state: AutomationState, paint: Paint): string {
  return paint(colours[state], state.padEnd(stateWidth));
}
