import type { Contact } from './sheet.draft.ts';

/** The account that owns most sheets; the demo user connects with it. */
export const officeEmail = 'office@northwind.example';
/** A partner company that shares its sheets to the office at each level. */
export const partnerEmail = 'projects@harborline.example';
/** A colleague without sheets of his own and with two shared ones: an account with few rights. */
export const internEmail = 'intern@northwind.example';

export const seededAccounts = [
  { email: officeEmail, firstName: 'Olivia', lastName: 'Park', company: 'Northwind Studio' },
  { email: partnerEmail, firstName: 'Marek', lastName: 'Dvořák', company: 'Harborline Logistics' },
  { email: internEmail, firstName: 'Sam', lastName: 'Okafor', company: 'Northwind Studio' },
];

const names = [
  'Amara Nwosu',
  'Ben Castellano',
  'Chloé Lefèvre',
  'Daniel Weiss',
  'Elif Yılmaz',
  'Farid Rahimi',
  'Grace Lindqvist',
  'Henrik Sørensen',
  'Inés Ortega',
  'Jonas Becker',
  'Kateryna Shevchenko',
  'Liam O’Connor',
  'Mei Tanaka',
  'Noah Fischer',
  'Priya Raman',
  'Rosa Jiménez',
  'Tom Whitaker',
  'Zoë van Dijk',
];

function mailName(name: string) {
  return name
    .toLowerCase()
    .replaceAll('ı', 'i')
    .replaceAll('ø', 'o')
    .normalize('NFD')
    .replaceAll(/[^a-z ]/g, '')
    .replaceAll(' ', '.');
}

export const staffMembers: readonly Contact[] = names.map((name) => ({
  name,
  email: `${mailName(name)}@northwind.example`,
}));

/** Returns a member of staff by number, starting over at the end of the list. */
export function staff(n: number): Contact {
  const person = staffMembers[n % staffMembers.length];
  if (!person) throw new Error('There is no staff.');
  return person;
}
