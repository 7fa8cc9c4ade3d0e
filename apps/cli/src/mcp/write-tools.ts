import { setTimeout as wait } from 'node:timers/promises';
import type { McpServer } from '@modelcontextprotocol/server';
import type { Automation, Client } from '@picksync/client';
import { createAutomationBody, toAutomationName } from '@picksync/contracts';
import * as z from 'zod';
import { toPreviewLines } from '../plan/plan-texts.ts';
import { answerWith, quoted } from './answer.ts';
import { explainAutomation } from './explain.ts';
import { findAutomation, findColumns } from './find-columns.ts';
import { look, wantedAutomation, whichAutomation } from './read-tools.ts';

/** How long a sync is waited for: an assistant waits with it. */
const syncPatienceMs = 45_000;
const pollMs = 1_000;

/** Adds the tools that change something. Call it only for a key that may write; the API refuses any other besides. */
export function addWriteTools(server: McpServer, client: Client, url: string): void {
  server.registerTool(
    'create_automation',
    {
      description:
        'Creates an automation that keeps a dropdown or contact column in step with a column, and syncs it. A sync that would remove much waits for the person’s review.',
      inputSchema: z.strictObject({
        name: createAutomationBody.shape.name.optional().describe('Left out: made of the columns'),
        ...wantedAutomation,
      }),
      annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
    },
    ({ name, settings, ...places }) =>
      answerWith(async () => {
        const columns = await findColumns(client, places);
        const draft = { ...columns, ...settings };
        const preview = await client.previews.draft({ body: draft });
        const { configuration } = await client.automations.create({
          body: { name: name ?? toAutomationName(columns.sourceColumnName, columns.sheetName), ...draft },
        });
        return [
          `Created ${quoted(configuration.name)} (${configuration.id}). Its first sync begins now:`,
          ...toPreviewLines(preview, look),
          `Its page: ${url}/automations/${configuration.id}`,
        ].join('\n');
      }),
  );
  server.registerTool(
    'sync_automation',
    {
      description: 'Syncs an automation now and says what came of it.',
      inputSchema: z.strictObject({ automation: whichAutomation }),
      annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: true },
    },
    ({ automation }) =>
      answerWith(async () => {
        const { id } = await findAutomation(client, automation);
        const { configuration } = await client.automations.sync({ params: { id } });
        const after = await waitUntilIdle(client, configuration);
        if (after.syncState !== 'idle')
          return `The sync of ${quoted(after.name)} goes on. Ask again with explain_automation.`;
        return explainAutomation(client, after, url);
      }),
  );
}

async function waitUntilIdle(client: Client, automation: Automation): Promise<Automation> {
  const { id } = automation;
  const endsAt = Date.now() + syncPatienceMs;
  let now = automation;
  while (now.syncState !== 'idle' && Date.now() < endsAt) {
    await wait(pollMs);
    now = await client.automations.read({ params: { id } });
  }
  return now;
}
