import { parseArgs } from 'node:util';
import { createClient, PicksyncError } from '@picksync/client';
import { applyCommand } from './commands/apply.command.ts';
import type { Command, Flags } from './commands/command.ts';
import { exportCommand } from './commands/export.command.ts';
import { listCommand } from './commands/list.command.ts';
import { loginCommand, logoutCommand } from './commands/login.command.ts';
import { mcpCommand } from './commands/mcp.command.ts';
import { planCommand } from './commands/plan.command.ts';
import { type Environment, readLogin } from './config.ts';
import { type ExitCode, exitCodes, Failure } from './failure.ts';
import { isReply } from './is-reply.ts';
import { toOneLine } from './one-line.ts';
import type { Terminal } from './terminal.ts';

const commands: Readonly<Record<string, Command>> = {
  login: loginCommand,
  logout: logoutCommand,
  list: listCommand,
  plan: planCommand,
  apply: applyCommand,
  export: exportCommand,
  mcp: mcpCommand,
};

const options = {
  json: { type: 'boolean' },
  full: { type: 'boolean' },
  prune: { type: 'boolean' },
  yes: { type: 'boolean' },
  url: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

/** Runs the command that is asked for, and says what is wrong. Returns the exit code. */
export async function runCommand(args: string[], terminal: Terminal, env: Environment): Promise<ExitCode> {
  try {
    return await run(args, terminal, env);
  } catch (error) {
    if (error instanceof Failure) return tellFailure(error, terminal);
    if (!(error instanceof PicksyncError)) throw error;
    terminal.tell(
      `${terminal.paint('red', 'Error:')} ${toOneLine(error.message)} (${toOneLine(error.code)})`,
    );
    return exitCodes.failed;
  }
}

function tellFailure({ message, problems, file, exitCode }: Failure, { tell, paint }: Terminal): ExitCode {
  const inOrder = problems.toSorted((one, other) => one.place.line - other.place.line);
  for (const { place, message: said } of inOrder)
    tell(`${file}:${place.line}:${place.column}: ${toOneLine(said)}`);
  tell(`${paint('red', 'Error:')} ${toOneLine(message)}`);
  return exitCode;
}

async function run(args: string[], terminal: Terminal, env: Environment): Promise<ExitCode> {
  const { values, positionals } = parse(args);
  const { help, ...flags } = values;
  const [name, ...words] = positionals;
  const command = name === undefined ? undefined : commands[name];
  if (help || name === undefined) {
    for (const line of toHelp(command)) terminal.say(line);
    return help ? exitCodes.done : exitCodes.wrong;
  }
  if (!command) throw wrong(`There is no command “${name}”.`);
  assertFits(command, words, flags);
  const given = { terminal, env, words, flags };
  if (!command.needsLogin) return command.run(given);
  const login = await readLogin(env);
  if (!login) throw wrong('Log in first: picksync login. Programs set PICKSYNC_URL and PICKSYNC_KEY.');
  const client = createClient({
    ...login,
    isReply,
    onWait: ({ ms }) => terminal.tell(`Waiting ${Math.ceil(ms / 1000)} s …`),
  });
  return command.run({ ...given, client, url: login.url });
}

function parse(args: string[]) {
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    throw wrong(error instanceof Error ? error.message : String(error));
  }
}

function wrong(message: string): Failure {
  return new Failure(`${message} See picksync --help.`, { exitCode: exitCodes.wrong });
}

function assertFits(command: Command, words: readonly string[], flags: Flags): void {
  if (words.length !== command.words) throw wrong(`It is: picksync ${command.usage}.`);
  const strange = (Object.keys(flags) as (keyof Flags)[]).find((flag) => !command.flags.includes(flag));
  if (strange) throw wrong(`This command has no --${strange}: picksync ${command.usage}.`);
}

function toHelp(command: Command | undefined): string[] {
  const shown = command ? [command] : Object.values(commands);
  return [
    ...shown.flatMap(({ usage, summary }) => [`picksync ${usage}`, `    ${summary}`]),
    '',
    'It ends with 0 when all is done, 1 when something was refused or failed, 2 when the command or the file is',
    'wrong, and, with plan, 3 when something differs. PICKSYNC_URL and PICKSYNC_KEY take the place of a login.',
  ];
}
