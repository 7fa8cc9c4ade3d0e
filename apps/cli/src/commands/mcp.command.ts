import { exitCodes } from '../failure.ts';
import type { Command } from './command.ts';

export const mcpCommand: Command = {
  usage: 'mcp',
  summary:
    'Serves an assistant by the Model Context Protocol, over standard input and output, until that is closed.',
  flags: [],
  words: 0,
  needsLogin: true,
  run: async ({ client, url, terminal }) => {
    // Other commands need nothing of it.
    const { serveAssistant } = await import('../mcp/serve-assistant.ts');
    await serveAssistant(client, {
      url,
      inputClosed: terminal.inputClosed(),
      onError: ({ message }) => terminal.tell(message),
    });
    return exitCodes.done;
  },
};
