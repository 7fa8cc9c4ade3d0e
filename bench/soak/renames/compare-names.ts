import { findRows, readOptions } from '../../stage/sandbox-view.ts';
import type { expectNames, NamedTarget, RenameScene } from './rename-model.ts';

type Expected = ReturnType<typeof expectNames>;

/** Returns how a dropdown and its cells differ from what is expected, and takes that into the model. The order of the texts of a cell is Smartsheet's. */
export async function compareNames(
  { stage, model, source }: RenameScene,
  target: NamedTarget,
  expected: Expected,
  /** Rows that somebody edited while a run was under way: without a conditional write it may have won. */
  edited: ReadonlySet<string> = new Set(),
): Promise<string[]> {
  const rows = await findRows(stage.sandbox, target);
  const found = {
    list: await readOptions(stage.sandbox, target),
    cells: [...target.cells.keys()].map((id) => rows.find((row) => row.id === id)?.texts.toSorted() ?? []),
  };
  for (const [index, id] of [...target.cells.keys()].entries()) {
    const cell = target.cells.get(id);
    const before = edited.has(id) ? expected.cells.get(id) : undefined;
    if (!cell || !before) continue;
    const isEdit = JSON.stringify(found.cells[index]) === JSON.stringify(cell.texts.toSorted());
    if (isEdit) expected.cells.set(id, cell);
  }
  const wanted = {
    list: expected.list,
    cells: [...expected.cells.values()].map(({ texts }) => texts.toSorted()),
  };
  const tell = (what: object) => JSON.stringify(what).replaceAll(`${model.canary} `, '');
  const locked = [...target.cells.values()].map(({ isLocked }) => isLocked);
  const isRight = tell(found) === tell(wanted);
  const had = { list: target.list, cells: [...target.cells.values()].map(({ texts }) => texts), locked };
  const was = [...(target.before ?? [])];
  const { pending, keptNames, settings, memory } = target;
  const says = source.rows.map(({ id, value }) => [id, value]);
  Object.assign(target, expected);
  if (isRight) return [];
  return [
    `automation ${target.automationId} has ${tell(found)} and should have ${tell(wanted)}; had ${tell(had)}, rows said ${tell(was)}, waiting ${tell(pending)}, kept ${tell(keptNames)}, rows say ${tell(says)}, asks ${expected.isAsked}; settings ${tell(settings)}, memory ${tell(memory)}`,
  ];
}
