import { create } from 'zustand';

/** Whether the account was deleted in this page: the page that says goodbye is shown only then. */
export const useGoodbye = create<{ isDue: boolean }>(() => ({ isDue: false }));
