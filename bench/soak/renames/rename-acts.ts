import { editCell, patchColumn, readOptions } from '../../stage/sandbox-view.ts';
import type { Trouble } from '../troubles.ts';
import { type expectNames, type NamedTarget, placeIn, type RenameScene } from './rename-model.ts';

/** Two rows of the source swap what they say. */
export async function swap({ stage, source, random }: RenameScene): Promise<void> {
  const [one, other] = [random.pick(source.rows), random.pick(source.rows)];
  [one.value, other.value] = [other.value, one.value];
  for (const { id: rowId, value } of [one, other])
    await editCell(stage.sandbox, { ...placeIn(source), rowId, value });
}

/** A row of the source says what another one says, or said before it was renamed. */
export async function copyName({ stage, source, random, named }: RenameScene): Promise<void> {
  const row = random.pick(source.rows);
  const olds = named.flatMap(({ pending }) => pending.map(({ from }) => from));
  row.value = olds.length > 0 && random.chance(0.6) ? random.pick(olds) : random.pick(source.rows).value;
  await editCell(stage.sandbox, { ...placeIn(source), rowId: row.id, value: row.value });
}

/** People choose options, lock rows and unlock them. */
export async function useCells({ stage, account, random }: RenameScene, target: NamedTarget): Promise<void> {
  for (const [rowId, cell] of target.cells) {
    if (random.chance(0.25)) {
      cell.isLocked = random.chance(0.4);
      const rows = [{ id: Number(rowId), locked: cell.isLocked }];
      await stage.sandbox.call('PUT', `/2.0/sheets/${target.sheetId}/rows`, rows, account.token);
    }
    if (cell.isLocked || !random.chance(0.4)) continue;
    const count = target.isMulti ? 1 + random.below(3) : 1;
    cell.texts = [...new Set(Array.from({ length: count }, () => random.pick(target.list)))];
    const value = target.isMulti ? cell.texts : (cell.texts[0] ?? '');
    await editCell(stage.sandbox, { ...placeIn(target), rowId, value });
  }
}

/** Somebody deletes an option that only waits for locked cells. False where none does. */
export async function deleteOldOption(
  { stage, random, source }: RenameScene,
  target: NamedTarget,
): Promise<boolean> {
  const says = source.rows.map(({ value }) => value);
  const olds = target.pending.map(({ from }) => from).filter((from) => !says.includes(from));
  const old = olds.filter((from) => target.list.includes(from));
  if (old.length === 0 || target.list.length < 2) return false;
  const gone = random.pick(old);
  target.list = target.list.filter((option) => option !== gone);
  await patchColumn(stage.sandbox, target, { options: target.list });
  return true;
}

/** Somebody adds an option to a dropdown, and deletes one. */
export async function editByHand({ stage, model, random }: RenameScene, target: NamedTarget): Promise<void> {
  const olds = target.pending.map(({ from }) => from);
  // What waits for locked cells is deleted by another act.
  const left = target.list.filter((option) => olds.includes(option) || random.chance(0.9));
  const next = [
    ...new Set([...left, ...(random.chance(0.7) ? [`${model.canary} typed ${random.below(9)}`] : [])]),
  ];
  if (next.length === 0) return;
  await patchColumn(stage.sandbox, target, { options: next });
  target.list = next;
}

type Meanwhile = {
  wanted: ReadonlyMap<NamedTarget, ReturnType<typeof expectNames>>;
  /** Rows that were edited, of each dropdown. */
  edited: Map<NamedTarget, Set<string>>;
};

/** What people do to dropdowns and their cells while a run is under way. */
export function middleTroubles(scene: RenameScene, meanwhile: Meanwhile): Trouble[] {
  const { named, random } = scene;
  // What is kept or asked about depends on the moment of an edit; what is put back does not.
  const firm = named.filter(({ settings: { drift } }) => drift === 'put_back');
  return [
    {
      weight: 12,
      name: 'cells are edited in the middle',
      make: () => editCellsMeanwhile(scene, random.pick(named), meanwhile),
    },
    ...(firm.length > 0
      ? [
          {
            weight: 12,
            name: 'an option is added in the middle',
            make: () => addMeanwhile(scene, random.pick(firm)),
          },
        ]
      : []),
  ];
}

async function addMeanwhile({ stage, model, random }: RenameScene, target: NamedTarget): Promise<void> {
  const there = await readOptions(stage.sandbox, target);
  const own = `${model.canary} typed ${random.below(9)}`;
  await patchColumn(stage.sandbox, target, { options: [...new Set([...there, own])] });
}

/** People choose options that are there before and after the run, so that nobody renames them. */
async function editCellsMeanwhile(
  { stage, random }: RenameScene,
  target: NamedTarget,
  { wanted, edited }: Meanwhile,
): Promise<void> {
  const expected = wanted.get(target);
  const olds = [...target.pending, ...(expected?.pending ?? [])].map(({ from }) => from);
  const firm = target.list.filter((option) => expected?.list.includes(option) && !olds.includes(option));
  if (firm.length === 0) return;
  for (const [rowId, cell] of target.cells) {
    if (cell.isLocked || !random.chance(0.5)) continue;
    cell.texts = [random.pick(firm)];
    const value = target.isMulti ? cell.texts : (cell.texts[0] ?? '');
    await editCell(stage.sandbox, { ...placeIn(target), rowId, value });
    const rows = edited.get(target) ?? new Set();
    edited.set(target, rows.add(rowId));
  }
}
