/** Where what was typed in reports and is not saved yet is kept in this browser. Removed at sign-out. */
export const UNSAVED_REPORTS_KEY = 'reportDrafts.v1'
