import { renderHook, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useDrawnCount, useDrawnList } from './use-drawn-count.ts';

function renderCount(count: number) {
  const seen: ReturnType<typeof useDrawnCount>[] = [];
  const { result } = renderHook(() => {
    const state = useDrawnCount(count);
    seen.push(state);
    return state;
  });
  return { seen, result };
}

test('a long list is drawn a few rows at a time, what stands below it waits for half a window of them, and later it is there at once', async () => {
  useDrawnList.setState(useDrawnList.getInitialState());
  const { seen, result } = renderCount(40);
  await waitFor(() => expect(result.current).toEqual({ drawn: 40, isPlaced: true, isWhole: true }));
  expect(seen[0]).toEqual({ drawn: 4, isPlaced: false, isWhole: false });
  const steps = seen.map(({ drawn }, at) => drawn - (seen[at - 1]?.drawn ?? 0));
  expect(Math.max(...steps)).toBe(4);
  const halfWindow = window.innerHeight / 60 / 2;
  for (const { drawn, isPlaced } of seen) if (isPlaced) expect(drawn).toBeGreaterThan(halfWindow);

  expect(renderCount(40).seen[0]).toEqual({ drawn: 40, isPlaced: true, isWhole: true });
});
