import { create } from 'zustand';

/** Whether the account was deleted in this page: the deletionNotice is shown only then. */
export const useGoodbye = create<{ isDue: boolean }>(() => ({ isDue: false }));
