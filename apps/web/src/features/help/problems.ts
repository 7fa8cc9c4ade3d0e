/** A paragraph; text between two pairs of asterisks is bold. A table has a head and rows of such texts. */
export type AnswerBlock =
  | { kind: 'text'; text: string }
  | { kind: 'table'; head: readonly string[]; rows: readonly { key: string; cells: readonly string[] }[] };

/** What a failing automation says, and what to do. */
export const problems: AnswerBlock = {
  kind: 'table',
  head: ['What it says', 'What to do'],
  rows: [
    {
      key: 'connection',
      cells: [
        'Smartsheet no longer accepts this connection: it was revoked, or the time that your administrator has set for it is over. Or it lacks a right.',
        '**Reconnect** and allow everything that is asked for. All automations go on.',
      ],
    },
    {
      key: 'administrator',
      cells: [
        'Your Smartsheet plan, organization or account does not let Picksync in.',
        'Ask your Smartsheet administrator, then reconnect.',
      ],
    },
    {
      key: 'waiting',
      cells: [
        'Smartsheet is limiting requests, cannot be reached or answers with errors. Or Picksync is spacing out its calls to stay within the limit.',
        'Nothing. It tries again by itself.',
      ],
    },
    {
      key: 'gone',
      cells: [
        'A sheet or a column was deleted, or is no longer shared with you.',
        'Choose another one, or have it shared with you again. Where it stops several automations, the card above the list does it for all of them.',
      ],
    },
    {
      key: 'target',
      cells: [
        'The target column is locked, shows symbols, is neither a dropdown nor a contact column, or you may not change its sheet.',
        'Change that in Smartsheet, or choose another target column. You need to be owner or admin of its sheet.',
      ],
    },
    {
      key: 'copies',
      cells: [
        'The copy of the list could not be saved, so nothing was removed.',
        'Have the right to attach files to the destination sheet given to you, then **Try again**. Or **Turn copies off**.',
      ],
    },
    {
      key: 'source',
      cells: [
        'A two-way automation cannot add rows to its source.',
        'Choose a plain text column of a sheet that you may edit, or another mode.',
      ],
    },
    {
      key: 'report',
      cells: [
        'The report has more than 20,000 rows, or lists the target column itself.',
        'Add a filter to the report, take the sheet out of it, or choose another column.',
      ],
    },
    {
      key: 'plan',
      cells: [
        'Your plan does not include an option of the automation.',
        'Upgrade your plan, or remove the option. Until then the list stays as it is.',
      ],
    },
    {
      key: 'double',
      cells: [
        'Another automation or something else fills the column, or it would lead back to its own source.',
        'Choose another target column, or find out what else writes it. Then activate the automation.',
      ],
    },
    {
      key: 'other-account',
      cells: [
        'You connected another Smartsheet account.',
        'Check that its sheets are the right ones, then activate the automation.',
      ],
    },
    {
      key: 'length',
      cells: [
        'The source has too many different values, or a value that is too long.',
        'Shorten the source column. The sentence says how many there are and how many fit.',
      ],
    },
    { key: 'ours', cells: ['Something went wrong on our side.', 'Nothing. We have been notified.'] },
  ],
};
