import type { Column } from '@picksync/smartsheet-client';

/** A plain text column, but for what is given. */
export function column(given: Partial<Column>): Column {
  return {
    id: '1',
    index: 0,
    title: 'Client',
    type: 'TEXT_NUMBER',
    primary: false,
    options: null,
    validation: null,
    hidden: false,
    locked: false,
    lockedForUser: false,
    symbol: null,
    systemColumnType: null,
    hasColumnFormula: false,
    ...given,
  };
}
