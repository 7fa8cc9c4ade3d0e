import type { ReferencePerson } from '@picksync/sync-engine/testing';
import { editCell } from '../../stage/sandbox-view.ts';
import type { KindRow, KindScene, KindSheet } from './kind-model.ts';

const names = ['Ann', 'ann', 'Bo Li', 'Cem 2', 'Cem 10', 'Dora', 'Ève'];

export function newText({ model, random }: Pick<KindScene, 'model' | 'random'>): string {
  return `${model.canary} ${random.pick(names)}`;
}

const pinnable = 3;

/** Draws a contact to pin: one whom the source may have, too. */
export function newPin({ random }: Pick<KindScene, 'random'>): string {
  const email = `p${random.below(pinnable)}@office.example`;
  return typePerson({ name: random.pick([null, 'Office', 'Front desk']), email });
}

/** Draws a person out of few, so that addresses come again under another name or in capitals. */
export function newPerson(
  scene: Pick<KindScene, 'model' | 'random'>,
  { hasAddress = false } = {},
): ReferencePerson {
  const { model, random } = scene;
  const number = random.below(11);
  // What may be pinned is stored, and so has nothing that may not be.
  const address = `p${number}@${number < pinnable ? 'office' : model.canary}.example`;
  const email =
    hasAddress || random.chance(0.9) ? (random.chance(0.2) ? address.replace('p', 'P') : address) : null;
  const name = email === null || random.chance(0.85) ? newText(scene) : null;
  return { name, email };
}

export function typePerson({ name, email }: ReferencePerson): string {
  if (email === null) return name ?? '';
  return name === null ? email : `${name} <${email}>`;
}

export type Written = 'name' | 'city' | 'person' | 'people' | 'address' | 'pick';

const columnNames = {
  name: 'Name',
  city: 'City',
  person: 'Person',
  people: 'People',
  address: 'Address',
  pick: 'Pick',
} as const;

export async function writeRow(
  { stage }: KindScene,
  sheet: KindSheet,
  row: KindRow,
  change: Partial<Pick<KindRow, Written>>,
): Promise<void> {
  Object.assign(row, change);
  for (const field of Object.keys(change) as Written[]) {
    const value = row[field];
    const text = Array.isArray(value)
      ? value.map(typePerson).join(', ')
      : typeof value === 'string'
        ? value
        : value && typePerson(value);
    const columnId = sheet.columns[columnNames[field]];
    await editCell(stage.sandbox, { sheetId: sheet.id, columnId, rowId: row.id, value: text });
  }
}

export function drawRow(scene: KindScene): Pick<KindRow, Written> {
  const { random, model } = scene;
  const { email } = newPerson(scene);
  return {
    name: random.chance(0.9) ? newText(scene) : '',
    city: `${model.canary} ${random.pick(['Oslo', 'Oslo', 'Rome'])}`,
    person: random.chance(0.9) ? newPerson(scene) : null,
    people: Array.from({ length: random.below(4) }, () => newPerson(scene)),
    address: email ?? '',
    pick: newText(scene),
  };
}

export async function addPersonRow(scene: KindScene, sheet: KindSheet): Promise<void> {
  if (sheet.rows.length >= 9) return;
  const { id } = await scene.stage.sandbox.call<{ id: string }>(
    'POST',
    `/api/console/sheets/${sheet.id}/rows`,
  );
  const row: KindRow = { id, name: '', city: '', person: null, people: [], address: '', pick: '' };
  sheet.rows.push(row);
  await writeRow(scene, sheet, row, drawRow(scene));
}
