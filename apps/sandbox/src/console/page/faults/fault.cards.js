import { field, select, toggle } from '../controls.js';
import { h } from '../element.js';
import { card, numberField, shareField } from './fault.fields.js';

/** @import { Faults } from '../contract.d.ts' */
/** @typedef {(change: Partial<Faults>) => void} Save */

const effectChoices = [
  { value: 'off', label: 'Off' },
  { value: 'before', label: 'Before the call takes effect' },
  { value: 'after', label: 'After the call took effect' },
];
const statusChoices = [
  { value: '500', label: '500, code 4000' },
  { value: '502', label: "502, a proxy's HTML page" },
  { value: '503', label: '503, code 4001' },
  { value: '504', label: '500, code 4002' },
  { value: '4004', label: '500, code 4004' },
];
const rowChoices = [
  { value: 'whole', label: 'Complete' },
  { value: 'fewer', label: 'Three fifths of the rows' },
  { value: 'missing', label: 'No rows field' },
  { value: 'repeated', label: 'One row twice' },
  { value: 'strange', label: 'With cells of an unknown shape' },
];
const listChoices = [
  { value: 'whole', label: 'Complete' },
  { value: 'pages', label: 'In pages of 100, includeAll is ignored' },
  { value: 'tokens', label: 'In pages with tokens, without versions' },
  { value: 'cut', label: 'The first 100 only' },
];
const bodyChoices = [
  { value: 'whole', label: 'Complete' },
  { value: 'truncated', label: 'Cut off' },
  { value: 'html', label: 'An HTML page' },
  { value: 'error', label: 'An error, with status 200' },
  { value: 'slow', label: 'One byte a second' },
];

/** @param {Faults} faults @param {Save} save */
export function answerCards(faults, save) {
  return [
    card(
      'Rate limit',
      faults.storm,
      toggle({
        title: 'Reject every call',
        caption: 'Status 429 with code 4003.',
        on: faults.storm,
        change: (storm) => save({ storm }),
      }),
      numberField({
        label: 'Retry-After, seconds',
        value: faults.retryAfter,
        placeholder: 'not sent',
        save: (retryAfter) => save({ retryAfter }),
      }),
    ),
    card(
      'Server errors',
      faults.errorRate > 0,
      shareField({
        label: 'Calls that fail',
        value: faults.errorRate,
        save: (errorRate) => save({ errorRate }),
      }),
      field(
        'Response',
        select({
          options: statusChoices,
          value: String(faults.errorStatus),
          change: (status) => save({ errorStatus: Number(status) }),
        }),
      ),
    ),
  ];
}

/** @param {Faults} faults @param {Save} save */
export function contentCards(faults, save) {
  return [
    card(
      'Partial reads',
      faults.rows !== 'whole' || faults.rowsPerAnswer !== null,
      field(
        'Rows of a sheet',
        select({ options: rowChoices, value: faults.rows, change: (rows) => save({ rows }) }),
      ),
      numberField({
        label: 'Maximum rows per response',
        value: faults.rowsPerAnswer,
        placeholder: 'all',
        save: (rowsPerAnswer) => save({ rowsPerAnswer: rowsPerAnswer || null }),
      }),
    ),
    card(
      'Lists of sheets',
      faults.sheetList !== 'whole',
      field(
        'The list of all sheets',
        select({
          options: listChoices,
          value: faults.sheetList,
          change: (sheetList) => save({ sheetList }),
        }),
      ),
    ),
    card(
      'Short-lived tokens',
      faults.tokenLifetimeSeconds !== null,
      numberField({
        label: 'Life of new tokens, seconds',
        value: faults.tokenLifetimeSeconds,
        placeholder: 'a week',
        save: (seconds) => save({ tokenLifetimeSeconds: seconds || null }),
      }),
      toggle({
        title: 'Say a week all the same',
        caption: 'expires_in names the usual life.',
        on: faults.tokenLifetimeHidden,
        change: (tokenLifetimeHidden) => save({ tokenLifetimeHidden }),
      }),
    ),
    card(
      'Broken responses',
      faults.body !== 'whole',
      field(
        'Body of a successful response',
        select({ options: bodyChoices, value: faults.body, change: (body) => save({ body }) }),
      ),
    ),
  ];
}

/** @param {Faults} faults @param {Save} save @param {() => void} release */
export function connectionCards(faults, save, release) {
  return [
    card(
      'Slow responses',
      faults.hang || faults.lagMs > 0 || faults.answerLagMs > 0 || faults.createLagMs > 0,
      toggle({
        title: 'Hang',
        caption: 'Calls are accepted and never get a response.',
        on: faults.hang,
        change: (hang) => save({ hang }),
      }),
      numberField({
        label: 'Delay before the call takes effect, ms',
        value: faults.lagMs,
        placeholder: '0',
        save: (lagMs) => save({ lagMs: lagMs ?? 0 }),
      }),
      numberField({
        label: 'Delay after the call took effect, ms',
        value: faults.answerLagMs,
        placeholder: '0',
        save: (answerLagMs) => save({ answerLagMs: answerLagMs ?? 0 }),
      }),
      numberField({
        label: 'Delay until new objects are found, ms',
        value: faults.createLagMs,
        placeholder: '0',
        save: (createLagMs) => save({ createLagMs: createLagMs ?? 0 }),
      }),
    ),
    card(
      'Held calls',
      faults.hold !== 'off',
      field(
        'Calls wait until released',
        select({ options: effectChoices, value: faults.hold, change: (hold) => save({ hold }) }),
      ),
      h('button', { type: 'button', class: 'button', onclick: release }, 'Release calls'),
    ),
    card(
      'Connection reset',
      faults.reset !== 'off',
      field(
        'Reset the connection',
        select({ options: effectChoices, value: faults.reset, change: (reset) => save({ reset }) }),
      ),
      h('p', { class: 'caption' }, 'After a reset, the caller cannot know whether a write took effect.'),
    ),
    card(
      'Lost callbacks',
      faults.webhookLoss > 0,
      shareField({
        label: 'Callbacks that are lost',
        value: faults.webhookLoss,
        save: (webhookLoss) => save({ webhookLoss }),
      }),
      h('p', { class: 'caption' }, 'The webhook stays enabled; only the regular check notices.'),
    ),
  ];
}
