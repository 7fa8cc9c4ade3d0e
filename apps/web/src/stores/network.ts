import { create } from 'zustand';

/** When the network went, and when it last came back, in ms since 1970. */
export const useNetwork = create<{ lostAt: number | null; backAt: number | null }>(() => ({
  lostAt: navigator.onLine ? null : Date.now(),
  backAt: null,
}));

/** Notes from now on when the network goes and comes. */
export function followNetwork(): () => void {
  const lose = () => useNetwork.setState(({ lostAt }) => ({ lostAt: lostAt ?? Date.now(), backAt: null }));
  if (!navigator.onLine) lose();
  const find = () => useNetwork.setState({ lostAt: null, backAt: Date.now() });
  window.addEventListener('offline', lose);
  window.addEventListener('online', find);
  return () => {
    window.removeEventListener('offline', lose);
    window.removeEventListener('online', find);
  };
}
