export { aceGroupsPush, recordAceGroups, readAceGroups, requestAceGroupsPush, saveOffered } from './ace-groups.list.ts'
