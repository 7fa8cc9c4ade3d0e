import type { Automation } from '@picksync/client';
import { exitCodes } from '../failure.ts';
import { toOneLine } from '../one-line.ts';
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
    terminal.say(JSON.stringify(automations, null, 2));
    return exitCodes.done;
  }
  for (const automation of automations) {
    const { name, lastError, sheetName, targetColumnName, sourceSheetName, sourceColumnName } = automation;
    const source = `${sourceSheetName ?? automation.sourceSheetId} · ${sourceColumnName}`;
    terminal.say(`${toStateText(automation, terminal.paint)}  ${toOneLine(name)}`);
    terminal.say(`    ${toOneLine(`${source} → ${sheetName} · ${targetColumnName}`)}`);
    if (lastError !== null) terminal.say(`    ${lastError}`);
  }
  if (automations.length === 0) terminal.tell('There are no automations yet.');
  return exitCodes.done;
}

/** Returns how an automation stands, in one word of the same width as the others. */
function toStateText({ isActive, review, lastError, syncState }: Automation, paint: Paint): string {
  if (!isActive) return paint('dim', 'paused ');
  if (lastError !== null) return paint('red', 'failing');
  if (review) return paint('yellow', 'review ');
  return syncState === 'idle' ? paint('green', 'active ') : paint('green', 'syncing');
}
