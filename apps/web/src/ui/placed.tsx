import { type ReactNode, useEffect } from 'react';

/** `onPlaced` is called when a part of the page has its height, so that what stands below it can be shown without moving. */
export type PlacedProps = { onPlaced: () => void };

/** Calls `onPlaced` after its first render, when its height is final. */
export function Placed({ onPlaced, children }: PlacedProps & { children: ReactNode }) {
  useEffect(onPlaced, [onPlaced]);
  return children;
}
