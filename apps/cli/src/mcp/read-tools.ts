import type { McpServer } from '@modelcontextprotocol/server';
import type { Automation, Client } from '@picksync/client';
import { automationSettings } from '@picksync/contracts';
import * as z from 'zod';
import { toAutomationState } from '../automation-state.ts';
import { toOneLine } from '../one-line.ts';
import { createPaint } from '../paint.ts';
import { toPreviewLines } from '../plan/plan-texts.ts';
import { answerWith, quoted } from './answer.ts';
import { explainAutomation } from './explain.ts';
import { findAutomation, findColumns, findSheets, readColumns } from './find-columns.ts';

const rowsShown = 100;

const place = z.strictObject({
  sheet: z.string().max(200).describe('Name or id of the sheet'),
  column: z.string().max(200).describe('Title or id of the column'),
});

/** What an automation is made of, by names. */
export const wantedAutomation = {
  source: place
    .extend({ sheet: z.string().max(200).describe('Name or id of the sheet or report') })
    .describe('The column that is read'),
  destination: place.describe('The dropdown or contact column that is filled'),
  settings: z
    // What the source is goes with its id.
    .strictObject(automationSettings.omit({ sourceKind: true }).shape)
    .partial()
    .default({})
    .describe(
      'Only what differs from the usual. Columns of filters and labels are given with their ids: see list_columns.',
    ),
};

export const whichAutomation = z.string().max(200).describe('Name or id of the automation');

export const look = { paint: createPaint(false), isWhole: true };

const reads = { readOnlyHint: true, openWorldHint: true };

/** Adds the tools that change nothing. */
export function addReadTools(server: McpServer, client: Client, url: string): void {
  server.registerTool(
    'list_automations',
    {
      description: 'Lists the automations of the account: how each stands, what it reads and what it fills.',
      inputSchema: z.strictObject({ search: z.string().max(200).default('').describe('Part of a name') }),
      annotations: reads,
    },
    ({ search }) => answerWith(async () => listAutomations(await client.automations.list().all(), search)),
  );
  server.registerTool(
    'find_sheets',
    {
      description:
        'Finds the Smartsheet sheets, and the reports to read from, whose name has a text in it, with their ids.',
      inputSchema: z.strictObject({ search: z.string().max(200).default('').describe('Part of a name') }),
      annotations: reads,
    },
    ({ search }) =>
      answerWith(async () => {
        const { sheets, reports, total, gap } = await findSheets(client, search);
        const lines = [
          ...sheets.map(({ id, name, writable }) => {
            return `${quoted(name)} (${id})${writable ? '' : ', whose columns the person may not change'}`;
          }),
          ...reports.map(({ id, name }) => `${quoted(name)} (${id}), a report, which can only be read`),
        ];
        const found = `${lines.length} of ${total} ${gap === null ? 'sheets and reports' : 'sheets'}:`;
        return [found, ...toShown(lines), ...(gap === null ? [] : [gap])].join('\n');
      }),
  );
  server.registerTool(
    'list_columns',
    {
      description:
        'Lists the columns of a sheet or report with their ids, and says which of them can be filled, or read.',
      inputSchema: z.strictObject({
        sheet: z.string().max(200).describe('Name or id of the sheet or report'),
      }),
      annotations: reads,
    },
    ({ sheet }) =>
      answerWith(async () => {
        const { sheet: found, columns } = await readColumns(client, sheet);
        const use = found.kind === 'sheet' ? 'filled' : 'read';
        return columns
          .map(({ id, title, type, selectable, reason }) => {
            return `${quoted(title)} (${id}), ${type}${selectable ? `, can be ${use}` : `: ${reason}`}`;
          })
          .join('\n');
      }),
  );
  addLooks(server, client, url);
}

/** Adds the tools that look at Smartsheet for one automation. */
function addLooks(server: McpServer, client: Client, url: string): void {
  server.registerTool(
    'preview_automation',
    {
      description:
        'Shows what the first sync of an automation would do before it is created. Options are shown to the person’s assistant and stored nowhere.',
      inputSchema: z.strictObject(wantedAutomation),
      annotations: reads,
    },
    ({ settings, ...places }) =>
      answerWith(async () => {
        const body = { ...(await findColumns(client, places)), ...settings };
        return toPreviewLines(await client.previews.draft({ body }), look).join('\n');
      }),
  );
  server.registerTool(
    'preview_sync',
    {
      description: 'Shows what the next sync of an automation would do.',
      inputSchema: z.strictObject({ automation: whichAutomation }),
      annotations: reads,
    },
    ({ automation }) =>
      answerWith(async () => {
        const { id } = await findAutomation(client, automation);
        return toPreviewLines(await client.previews.read({ params: { id } }), look).join('\n');
      }),
  );
  server.registerTool(
    'explain_automation',
    {
      description: 'Says how an automation stands, why it fails or waits, and what ends that.',
      inputSchema: z.strictObject({ automation: whichAutomation }),
      annotations: reads,
    },
    ({ automation }) =>
      answerWith(async () => explainAutomation(client, await findAutomation(client, automation), url)),
  );
}

/** Returns the lines that are shown of a list, and how many are not: an assistant takes what is missing for what does not exist. */
function toShown(lines: readonly string[]): readonly string[] {
  const more = lines.length - rowsShown;
  if (more <= 0) return lines;
  return [...lines.slice(0, rowsShown), `And ${more} more: search for a part of the name.`];
}

function listAutomations(automations: readonly Automation[], search: string): string {
  const found = automations.filter(({ name }) => name.toLowerCase().includes(search.trim().toLowerCase()));
  const lines = found.map((automation) => {
    const { id, name, sheetName, targetColumnName, sourceSheetName, sourceColumnName } = automation;
    const source = `${quoted(sourceColumnName)} in ${quoted(sourceSheetName ?? automation.sourceSheetId)}`;
    return `${quoted(name)} (${id}): ${toStateText(automation)}; ${source} → ${quoted(targetColumnName)} in ${quoted(sheetName)}`;
  });
  return [`${found.length} of ${automations.length} automations:`, ...toShown(lines)].join('\n');
}

const stateTexts = { paused: 'paused', review: 'waits for a review', syncing: 'syncing', active: 'active' };

function toStateText(automation: Automation): string {
  const state = toAutomationState(automation);
  return state === 'failing' ? `failing: ${toOneLine(automation.lastError ?? '')}` : stateTexts[state];
}
