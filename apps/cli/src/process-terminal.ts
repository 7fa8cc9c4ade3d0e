import { createInterface } from 'node:readline/promises';
import { type Readable, Writable } from 'node:stream';
import type { Environment } from './config.ts';
import { createPaint } from './paint.ts';
import type { Terminal } from './terminal.ts';

type Streams = {
  env: Environment;
  stdin: Readable & { isTTY?: boolean };
  stdout: Writable & { isTTY?: boolean };
  stderr: Writable & { isTTY?: boolean };
};

/** Returns the terminal of a process. Colours are for a terminal, unless NO_COLOR is set; questions go beside the result. */
export function createProcessTerminal({ env, stdin, stdout, stderr }: Streams): Terminal {
  return {
    say: (line) => stdout.write(`${line}\n`),
    tell: (line) => stderr.write(`${line}\n`),
    paint: createPaint(stdout.isTTY === true && !env.NO_COLOR && env.TERM !== 'dumb'),
    ask: async (question, { isSecret } = { isSecret: false }) => {
      if (!stdin.isTTY) return null;
      stderr.write(question);
      // What is typed is shown by what is written here.
      const shown = isSecret ? new Writable({ write: (_chunk, _encoding, done) => done() }) : stderr;
      const lines = createInterface({ input: stdin, output: shown, terminal: true });
      const answer = await lines.question('').finally(() => lines.close());
      if (isSecret) stderr.write('\n');
      return answer;
    },
    readInput: async () => {
      if (stdin.isTTY) return '';
      let text = '';
      for await (const chunk of stdin) text += chunk;
      return text;
    },
    inputClosed: () => new Promise((resolve) => stdin.once('close', resolve)),
  };
}
