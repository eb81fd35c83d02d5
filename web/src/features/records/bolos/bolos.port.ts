export { markShown, openNewBolo, type BoloSubject } from './bolo-draft.ts'
