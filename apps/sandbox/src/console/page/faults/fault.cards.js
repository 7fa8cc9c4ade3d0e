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
  { value: '502', label: "502, a proxy's page" },
  { value: '503', label: '503, code 4001' },
  { value: '504', label: '500, code 4002' },
  { value: '4004', label: '500, code 4004' },
];
const rowChoices = [
  { value: 'whole', label: 'Whole' },
  { value: 'fewer', label: 'Three fifths of them' },
  { value: 'missing', label: 'None, not even a list' },
  { value: 'repeated', label: 'One of them twice' },
  { value: 'strange', label: 'With cells of an unknown shape' },
];
const bodyChoices = [
  { value: 'whole', label: 'Whole' },
  { value: 'truncated', label: 'Breaks off' },
  { value: 'html', label: 'A page of HTML' },
  { value: 'error', label: 'An error, with status 200' },
  { value: 'slow', label: 'One byte a second' },
];

/** @param {Faults} faults @param {Save} save */
export function answerCards(faults, save) {
  return [
    card(
      'Rate limit storm',
      faults.storm,
      toggle({
        title: 'Refuse every call',
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
        label: 'Share of calls that fail',
        value: faults.errorRate,
        save: (errorRate) => save({ errorRate }),
      }),
      field(
        'Answer',
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
        label: 'Most rows in one answer',
        value: faults.rowsPerAnswer,
        placeholder: 'all',
        save: (rowsPerAnswer) => save({ rowsPerAnswer: rowsPerAnswer || null }),
      }),
    ),
    card(
      'Broken answers',
      faults.body !== 'whole',
      field(
        'Body of a good answer',
        select({ options: bodyChoices, value: faults.body, change: (body) => save({ body }) }),
      ),
    ),
  ];
}

/** @param {Faults} faults @param {Save} save @param {() => void} release */
export function connectionCards(faults, save, release) {
  return [
    card(
      'Slow answers',
      faults.hang || faults.lagMs > 0 || faults.answerLagMs > 0 || faults.createLagMs > 0,
      toggle({
        title: 'Hang',
        caption: 'Calls are taken and never answered.',
        on: faults.hang,
        change: (hang) => save({ hang }),
      }),
      numberField({
        label: 'Lag before it takes effect, milliseconds',
        value: faults.lagMs,
        placeholder: '0',
        save: (lagMs) => save({ lagMs: lagMs ?? 0 }),
      }),
      numberField({
        label: 'Lag after it took effect, milliseconds',
        value: faults.answerLagMs,
        placeholder: '0',
        save: (answerLagMs) => save({ answerLagMs: answerLagMs ?? 0 }),
      }),
      numberField({
        label: 'New things found late, milliseconds',
        value: faults.createLagMs,
        placeholder: '0',
        save: (createLagMs) => save({ createLagMs: createLagMs ?? 0 }),
      }),
    ),
    card(
      'Held calls',
      faults.hold !== 'off',
      field(
        'Calls wait for their release',
        select({ options: effectChoices, value: faults.hold, change: (hold) => save({ hold }) }),
      ),
      h('button', { type: 'button', class: 'button', onclick: release }, 'Release them'),
    ),
    card(
      'Connection reset',
      faults.reset !== 'off',
      field(
        'Connection is cut',
        select({ options: effectChoices, value: faults.reset, change: (reset) => save({ reset }) }),
      ),
      h('p', { class: 'caption' }, 'Cut after a write, the caller cannot know whether it happened.'),
    ),
    card(
      'Lost callbacks',
      faults.webhookLoss > 0,
      shareField({
        label: 'Share of callbacks lost',
        value: faults.webhookLoss,
        save: (webhookLoss) => save({ webhookLoss }),
      }),
      h('p', { class: 'caption' }, 'They vanish without a trace; only the sweep notices.'),
    ),
  ];
}
