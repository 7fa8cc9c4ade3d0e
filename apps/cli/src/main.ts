#!/usr/bin/env node
import { createProcessTerminal } from './process-terminal.ts';
import { runCommand } from './run-command.ts';

const { env, argv, stdin, stdout, stderr } = process;
// Whoever read the result has enough of it, as `head` does.
stdout.on('error', ({ code }: NodeJS.ErrnoException) => process.exit(code === 'EPIPE' ? 0 : 1));
process.exitCode = await runCommand(
  argv.slice(2),
  createProcessTerminal({ env, stdin, stdout, stderr }),
  env,
);
