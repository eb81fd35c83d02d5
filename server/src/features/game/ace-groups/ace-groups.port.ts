export { aceGroupsPush, noteAceGroups, readAceGroups, requestAceGroupsPush, saveOffered } from './ace-groups.list.ts'
