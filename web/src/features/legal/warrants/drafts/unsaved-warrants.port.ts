/** Where what was typed in warrants and is not saved yet is kept in this browser. Removed at sign-out. */
export const UNSAVED_WARRANTS_KEY = 'warrantDrafts.v1'
