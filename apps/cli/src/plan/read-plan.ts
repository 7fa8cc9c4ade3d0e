import { readFile as readBytes, stat } from 'node:fs/promises';
import type { Client } from '@picksync/client';
import { exitCodes, Failure } from '../failure.ts';
import { readFile } from '../file/read-file.ts';
import type { Terminal } from '../terminal.ts';
import { makePlan, type Plan } from './make-plan.ts';

/** Several times a thousand automations, which are about 300 kB; a longer file would keep the parser busy for long. */
const maxFileBytes = 2_000_000;

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
  const text = await readBounded(path).catch((error: unknown) => {
    if (error instanceof Failure) throw error;
    const { code } = error as NodeJS.ErrnoException;
    throw new Failure(`${path} cannot be read (${code}).`, { exitCode: exitCodes.wrong });
  });
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

/** Reads a file that is not too long to be parsed, and is text. */
async function readBounded(path: string): Promise<string> {
  const { size } = await stat(path);
  // A pipe has no size before it is read.
  const content = size > maxFileBytes ? Buffer.alloc(0) : await readBytes(path);
  const bytes = Math.max(size, content.length);
  if (bytes > maxFileBytes) {
    const message = `${path} has ${(bytes / 1_000_000).toFixed(1)} MB, and at most 2 MB are read. Split it into several files.`;
    throw new Failure(message, { exitCode: exitCodes.wrong });
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content);
  } catch {
    // Some shells write what a command says as UTF-16.
    throw new Failure(`${path} is not text in UTF-8. Save it as UTF-8.`, { exitCode: exitCodes.wrong });
  }
}
