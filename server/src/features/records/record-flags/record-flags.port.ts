export { recordFlagsOf, shownFlags } from './record-flags.repo.ts'
