import { readFile as readText } from 'node:fs/promises';
import type { Client } from '@picksync/client';
import { exitCodes, Failure } from '../failure.ts';
import { readFile } from '../file/read-file.ts';
import type { Terminal } from '../terminal.ts';
import { makePlan, type Plan } from './make-plan.ts';

/** Larger than a thousand automations with everything in them. */
const maxFileLength = 8 * 1024 * 1024;

type Asked = { path: string; prunes: boolean };

/**
 * Reads a file and returns what applying it would do. Throws everything that is wrong, with its place: first what the file
 * says wrongly, then what the API would refuse.
 */
export async function readPlan(
  client: Client,
  { path, prunes }: Asked,
  { tell }: Pick<Terminal, 'tell'>,
): Promise<Plan> {
  const text = await readText(path, 'utf8').catch(({ code }: NodeJS.ErrnoException) => {
    throw new Failure(`${path} cannot be read (${code}).`, { exitCode: exitCodes.wrong });
  });
  if (text.length > maxFileLength) throw new Failure(`${path} is too long.`, { exitCode: exitCodes.wrong });
  const { entries, problems } = readFile(text);
  if (problems.length > 0)
    throw new Failure(`${path} is wrong. Nothing was changed.`, {
      exitCode: exitCodes.wrong,
      problems,
      file: path,
    });
  const onWait = (seconds: number) => tell(`Waiting ${seconds} s for Smartsheet …`);
  const plan = await makePlan(client, entries, { prunes, onWait });
  if (plan.problems.length > 0)
    throw new Failure(`${path} cannot be applied. Nothing was changed.`, {
      problems: plan.problems,
      file: path,
    });
  return plan;
}
