import type { Client } from '@picksync/client';
import type { Environment } from '../config.ts';
import type { ExitCode } from '../failure.ts';
import type { Terminal } from '../terminal.ts';

/** What a command is given. */
export type Given = {
  terminal: Terminal;
  env: Environment;
  /** The words after the command. */
  words: readonly string[];
  flags: Readonly<Flags>;
};

export type Flags = {
  json?: boolean | undefined;
  full?: boolean | undefined;
  prune?: boolean | undefined;
  yes?: boolean | undefined;
  url?: string | undefined;
};

/** What a command is given that calls the API. */
export type Connected = Given & { client: Client; url: string };

/** `flags`: those that it takes. */
export type Command = {
  usage: string;
  summary: string;
  flags: readonly (keyof Flags)[];
  words: number;
} & (
  | { needsLogin: false; run: (given: Given) => Promise<ExitCode> }
  | { needsLogin: true; run: (connected: Connected) => Promise<ExitCode> }
);
