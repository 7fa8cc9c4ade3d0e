import type { NewAutomation } from '../person.ts';

/**
 * An automation of the pictures, and what happens to it in each round of `life`: `c` a value of its source changes, `.`
 * something else in its destination changes, `x` its dropdown is locked, `-` nothing.
 */
export type Scene = NewAutomation & {
  life: string;
  /** The first row whose value changes, from 1; the next change goes to the next row. */
  firstRow: number;
  values: readonly string[];
};

export const scenes: readonly Scene[] = [
  {
    name: 'Regions into CRM',
    source: { sheet: 'Regions', column: 'Region' },
    target: { sheet: 'CRM pipeline', column: 'Region' },
    life: '..cxx..c',
    firstRow: 2,
    values: ['Canada East', 'Canada West', 'Central America'],
  },
  {
    name: 'Staff into Assignments',
    source: { sheet: 'Staff directory', column: 'Full name' },
    target: { sheet: 'Assignments', column: 'Owner' },
    life: 'c.c..c.c.c.',
    firstRow: 1,
    values: ['Amara Nwosu-Hale', 'Ben Castellano', 'Noor Haddad', 'Ines Moreau', 'Jonas Weber'],
  },
  {
    name: 'Projects into Expense report',
    source: { sheet: 'Projects', column: 'Project' },
    target: { sheet: 'Expense report', column: 'Project' },
    life: '.c..cc....',
    firstRow: 2,
    values: ['Intranet 2027', 'Time entry app', 'Records archive'],
  },
  {
    name: 'Clients into Time sheet',
    source: { sheet: 'Clients', column: 'Client name' },
    target: { sheet: 'Time sheet 2026', column: 'Client' },
    life: '..c...cc..c',
    firstRow: 3,
    values: ['Harbour & Finch', 'Lumen Works', 'Northgate Clinic', 'Tern Aviation'],
  },
];
