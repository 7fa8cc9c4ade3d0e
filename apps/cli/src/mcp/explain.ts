import type { Automation, Client, PreviewDraft } from '@picksync/client';
import {
  getFailureClass,
  type HealthFinding,
  type LastRun,
  type ListNoun,
  type Review,
  type SettingName,
  settingNames,
  toListNoun,
} from '@picksync/contracts';
import { toOneLine } from '../one-line.ts';
import { quoted } from './answer.ts';

/** What becomes of a failure. */
const classWords = {
  retry: 'It passes by itself and is tried again.',
  needs_user: 'Nothing works until the person acts, in Smartsheet or in the settings of Picksync.',
  configuration: 'The sheets or columns of this automation are not as they have to be.',
  bug: 'It is a fault of Picksync. Its operators have been notified.',
};

type Explained = Pick<Client, 'healthChecks'>;

/** Returns how an automation stands, why, and what ends it: what its last run said, and what a look at its sheets finds now. */
export async function explainAutomation(
  client: Explained,
  automation: Automation,
  url: string,
): Promise<string> {
  const { name, sheetName, targetColumnName, sourceSheetName, sourceColumnName } = automation;
  const { findings } = await client.healthChecks.draft({ body: toDraft(automation) });
  return [
    `${quoted(name)} fills ${quoted(targetColumnName)} in ${quoted(sheetName)} from ${quoted(sourceColumnName)} in ${quoted(sourceSheetName ?? automation.sourceSheetId)}.`,
    ...[...toStateLines(automation), ...toFindingLines(findings)].map(toOneLine),
    `Its page: ${url}/automations/${automation.id}`,
  ].join('\n');
}

function toStateLines(automation: Automation): string[] {
  const { isActive, pausedBy, lastError, lastFailure, review, waiting, lastRun } = automation;
  const lines: string[] = [];
  if (!isActive) lines.push(`It is paused (by ${pausedBy ?? 'its owner'}).`);
  if (lastError !== null && !review) lines.push(`It fails: ${lastError}`);
  if (lastFailure !== null && !review)
    lines.push(`${classWords[getFailureClass(lastFailure)]} (${lastFailure})`);
  if (waiting) lines.push(`It waits until ${waiting.nextTryAt}: ${waiting.message}`);
  if (review) {
    lines.push(
      `It waits for a review, which only the person can answer on its page: ${lastError ?? review.reason}`,
      toReviewText(review, toListNoun(automation)),
    );
  }
  if (lines.length === 0) lines.push('Nothing is wrong with it.');
  if (lastRun) lines.push(toLastRunText(lastRun));
  return lines;
}

function toReviewText(review: Review, noun: ListNoun): string {
  const { added, removed, optionCount, renamed, renamedRows } = review;
  const change = `add ${added} and remove ${removed} of ${optionCount} ${noun}s`;
  if (!renamed) return `The sync would ${change}.`;
  if (noun === 'contact')
    return `The sync would change ${renamed === 1 ? '1 name' : `${renamed} names`}, ${change}.`;
  return `The sync would rename ${renamed} options in ${renamedRows ?? 0} rows, ${change}.`;
}

function toLastRunText({ outcome, added, removed, renamed }: LastRun): string {
  const names = renamed ? `, ${renamed} renamed` : '';
  return `Its last run: ${outcome}, ${added} added, ${removed} removed${names}.`;
}

function toFindingLines(findings: readonly HealthFinding[]): string[] {
  const told = findings.filter(({ status }) => status !== 'ok');
  if (told.length === 0) return ['A look at both sheets now finds no problem.'];
  return told.map(
    ({ status, message, fix }) => `${status}: ${message}${fix ? ` What ends it: ${fix.label}.` : ''}`,
  );
}

/** Returns an automation as the draft of a change that changes nothing. */
function toDraft(automation: Automation): PreviewDraft {
  const { sheetId, sheetName, targetColumnId, targetColumnName } = automation;
  const { sourceSheetId, sourceSheetName, sourceColumnId, sourceColumnName } = automation;
  const settings = Object.fromEntries(settingNames.map((name) => [name, automation[name]]));
  return {
    sheetId,
    sheetName,
    targetColumnId,
    targetColumnName,
    sourceSheetId,
    sourceSheetName,
    sourceColumnId,
    sourceColumnName,
    ...(settings as Pick<Automation, SettingName>),
    automationId: automation.id,
  };
}
