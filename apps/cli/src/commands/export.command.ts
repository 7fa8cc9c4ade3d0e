import { exitCodes } from '../failure.ts';
import { writeFile } from '../file/write-file.ts';
import type { Command } from './command.ts';

export const exportCommand: Command = {
  usage: 'export > automations.yaml',
  summary: 'Writes the automations as a file that `plan` and `apply` take. Those of a rule are left out.',
  flags: [],
  words: 0,
  needsLogin: true,
  run: async ({ client, terminal }) => {
    const automations = await client.automations.list().all();
    terminal.say(writeFile(automations).trimEnd());
    const ofRules = automations.filter(({ rule }) => rule !== null).length;
    if (ofRules > 0) terminal.tell(`Left out, because they belong to a rule: ${ofRules}.`);
    return exitCodes.done;
  },
};
