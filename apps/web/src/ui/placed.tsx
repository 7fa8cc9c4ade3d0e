import { type ReactNode, useEffect } from 'react';

/** `onPlaced` is called when a part of the page has its height, so that what stands below it can be shown without moving. */
export type PlacedProps = { onPlaced: () => void };

/** Says once it is there that its part of the page has its height. */
export function Placed({ onPlaced, children }: PlacedProps & { children: ReactNode }) {
  useEffect(onPlaced, [onPlaced]);
  return children;
}
