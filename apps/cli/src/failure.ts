import type { Problem } from './file/places.ts';

/** How a command ends. Scripts decide by it, so a number keeps its meaning. */
export const exitCodes = {
  /** Done; with `plan`, nothing differs. */
  done: 0,
  /** Refused or failed: by the API, by the network, or because nobody answered a question. */
  failed: 1,
  /** The command or the file is wrong. Nothing was written. */
  wrong: 2,
  /** With `plan`: something differs. */
  differs: 3,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** Why a command ended, fit to show. */
export class Failure extends Error {
  readonly exitCode: ExitCode;
  /** Each with its place in the file. */
  readonly problems: readonly Problem[];
  readonly file: string;

  constructor(
    message: string,
    { exitCode = exitCodes.failed, problems = [], file = '' }: FailureOptions = {},
  ) {
    super(message);
    this.exitCode = exitCode;
    this.problems = problems;
    this.file = file;
  }
}

type FailureOptions = { exitCode?: ExitCode; problems?: readonly Problem[]; file?: string };
