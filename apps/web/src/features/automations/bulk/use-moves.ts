import { type Automation, automationEndpoints, type Body, maxMovedAutomations } from '@picksync/contracts';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { chooseNone } from '../list/chosen.ts';
import { useRefresh } from '../use-refresh.ts';
import { describeResults } from './bulk-texts.ts';
import { setWork } from './bulk-work.ts';
import type { Matches, Side, WantedColumn } from './match-columns.ts';
import type { NewSheet } from './new-sheet.ts';

export type MoveBody = Body<typeof automationEndpoints.moveMany>;

/** How long to wait for Smartsheet: each automation's source and target are read. */
const longTimeout = { timeoutMs: 120_000 };

type MoveInput = { side: Side; sheet: NewSheet; wanted: readonly WantedColumn[]; matches: Matches };

/** Returns the request for those that have a column. */
export function toMoveBody({ side, sheet, wanted, matches }: MoveInput): MoveBody {
  const moves = wanted.flatMap(({ key, automations }) => {
    const columnId = matches.get(key) ?? null;
    return columnId === null ? [] : automations.map(({ id }: Automation) => ({ id, columnId }));
  });
  if (side === 'source') {
    const sourceMoves = moves.map(({ id, columnId }) => ({ id, sourceColumnId: columnId }));
    return { side, sourceKind: sheet.kind, sourceSheetId: sheet.id, moves: sourceMoves };
  }
  return { sheetId: sheet.id, moves: moves.map(({ id, columnId }) => ({ id, targetColumnId: columnId })) };
}

export type MovePreviews = ReturnType<typeof useMovePreview>;

/** What the first syncs would do there; read again when a column is chosen. */
export function useMovePreview(body: MoveBody | null) {
  const count = body?.moves.length ?? 0;
  const isWanted = body !== null && count > 0 && count <= maxMovedAutomations;
  const { data, isFetching, error } = useQuery({
    queryKey: [automationEndpoints.previewMoves.path, body],
    queryFn: ({ signal }) => {
      if (body === null) throw new Error('Nothing to look at');
      return call(automationEndpoints.previewMoves, { body }, { signal, ...longTimeout });
    },
    enabled: isWanted,
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
  const results = isWanted ? (data?.results ?? []) : [];
  const refusals = new Map(
    results.flatMap(({ id, error: refusal }) => (refusal ? [[id, refusal.message]] : [])),
  );
  return { isFetching: isWanted && isFetching, error, results, refusals };
}

/** Moves them, and says what came of it in the bar. */
export function useMove(side: Side, onClose: () => void) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: MoveBody) => call(automationEndpoints.moveMany, { body }, longTimeout),
    onSuccess: async ({ results }) => {
      onClose();
      setWork(describeResults(side === 'source' ? 'move-source' : 'move', results));
      chooseNone();
      await refresh();
    },
  });
}
