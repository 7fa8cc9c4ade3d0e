import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

const main = fileURLToPath(new URL('../../../cli/src/main.ts', import.meta.url));

export type Ended = { code: number; stdout: string; stderr: string };

type Environment = Record<string, string>;

const { PATH = '', NODE_COMPILE_CACHE } = process.env;
/** Like each process, it starts in half of the time with what was compiled before. */
const ownEnvironment: Environment = { PATH, ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }) };

/** Runs a command of `picksync` as a script does, with what is piped into it, and returns what it wrote and how it ended. */
export function runPicksync(
  args: readonly string[],
  { env, input = '' }: { env: Environment; input?: string },
): Promise<Ended> {
  return new Promise((resolve) => {
    const options = {
      env: { ...ownEnvironment, ...env },
      timeout: 230_000,
      maxBuffer: 64 * 1024 * 1024,
    };
    const child = execFile(process.execPath, [main, ...args], options, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code ?? -1), stdout, stderr });
    });
    child.stdin?.end(input);
  });
}

/** Starts `picksync mcp` with the official client of the protocol on the other side. `close` it. */
export async function openAssistant(env: Environment) {
  const client = new Client({ name: 'test', version: '1.0.0' });
  const server = { command: process.execPath, args: [main, 'mcp'], env: { ...ownEnvironment, ...env } };
  await client.connect(new StdioClientTransport(server));
  return {
    tools: async () => (await client.listTools()).tools,
    instructions: () => client.getInstructions() ?? '',
    /** Calls a tool and returns what it said. */
    call: async (name: string, given: Record<string, unknown>) => {
      const { content, isError = false } = await client.callTool({ name, arguments: given });
      const texts = content.map((part) => (part.type === 'text' ? part.text : ''));
      return { text: texts.join('\n'), isError };
    },
    close: () => client.close(),
  };
}
