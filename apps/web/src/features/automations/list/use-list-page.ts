import { useLocation } from '@tanstack/react-router';

/** Returns whether an address is the page of the whole list. */
export function isListPage(pathname: string): boolean {
  return pathname === '/configurations';
}

/** Returns the page with automations that is shown: their windows open above it, and close back to it. */
export function toListPage(pathname: string): '/configurations' | '/dashboard' {
  return isListPage(pathname) ? '/configurations' : '/dashboard';
}

/** Returns the page with automations that is shown; the dashboard anywhere else. */
export function useListPage(): '/configurations' | '/dashboard' {
  return useLocation({ select: ({ pathname }) => toListPage(pathname) });
}
