import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { userAct } from './endpoint-kinds.ts';
import { idField, idParams, smartsheetIdField } from './fields.ts';
import {
  createRuleBody,
  editRuleBody,
  places,
  previewRuleBody,
  rule,
  ruleMatch,
  rulePreview,
} from './rule-fields.ts';

const ruleReply = z.object({ message: z.string(), rule });

/**
 * What a person does with one sheet of a rule. `exclude`: it stops following, and stays left out. `include`: it is no longer
 * left out, or taken up after it asked. `choose`: the column `columnId` is filled. `take_over`: the user's other automation that
 * fills it joins the rule with its history. `keep`: its automation stands alone, with the same settings.
 */
export const matchActs = ['exclude', 'include', 'choose', 'take_over', 'keep'] as const;
export type MatchAct = (typeof matchActs)[number];

const changeMatchBody = z
  .strictObject({
    act: z.enum(matchActs),
    columnId: smartsheetIdField('Please choose the column').optional(),
  })
  .superRefine(({ act, columnId }, issues) => {
    if (act === 'choose' && columnId === undefined)
      issues.addIssue({ code: 'custom', path: ['columnId'], message: 'Please choose the column' });
  });

export const ruleEndpoints = {
  /** The workspaces that the user can see; with a workspace or a folder, the folders that lie in it. Read live. */
  places: endpoint('GET', '/api/smartsheet/places', {
    query: z.strictObject({
      workspaceId: smartsheetIdField().optional(),
      folderId: smartsheetIdField().optional(),
    }),
    reply: places,
    access: 'user',
  }),
  /**
   * Looks through some of the sheets of a place: which would follow, what would be written to each, and which are left out and
   * why. Reads only. Follow `next` until it is null.
   */
  preview: endpoint('POST', '/api/rules/preview', {
    body: previewRuleBody,
    reply: rulePreview,
    access: 'user',
  }),
  /** The user's rules, newest first. */
  list: endpoint('GET', '/api/rules', { reply: z.array(rule), access: 'user', programs: 'read' }),
  read: endpoint('GET', '/api/rules/:id', {
    params: idParams,
    reply: rule,
    access: 'user',
    programs: 'read',
  }),
  /** The sheets of a rule: what needs somebody first, then what is new, then the rest by name, and what is left out at the end. */
  matches: endpoint('GET', '/api/rules/:id/matches', {
    params: idParams,
    reply: z.array(ruleMatch),
    access: 'user',
    programs: 'read',
  }),
  /** Creates a rule. Its first look, which creates an automation for each match, begins at once. */
  create: endpoint('POST', '/api/rules', {
    body: createRuleBody,
    reply: ruleReply,
    access: 'user',
    status: 201,
  }),
  /** Changes, pauses or activates a rule, and its automations with it. */
  edit: endpoint('PATCH', '/api/rules/:id', {
    params: idParams,
    body: editRuleBody,
    reply: ruleReply,
    access: 'user',
  }),
  /** Requests a look now, and a sync of what follows. */
  sync: endpoint('POST', '/api/rules/:id/sync', { params: idParams, reply: ruleReply, access: 'user' }),
  /** Requests a look into its place now, without a sync. */
  look: endpoint('POST', '/api/rules/:id/look', { params: idParams, reply: ruleReply, access: 'user' }),
  /** Deletes a rule, and its automations unless they are kept. The dropdowns keep their options. */
  remove: endpoint('DELETE', '/api/rules/:id', {
    ...userAct,
    params: idParams,
    query: z.strictObject({ automations: z.enum(['delete', 'keep']) }),
  }),
  /** Does what a person decided about one sheet of a rule. */
  changeMatch: endpoint('POST', '/api/rules/:id/matches/:matchId', {
    params: z.strictObject({ id: idField, matchId: idField }),
    body: changeMatchBody,
    reply: ruleReply,
    access: 'user',
  }),
};
