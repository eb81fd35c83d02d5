export { OfficerChips } from './editor/PeopleFields.tsx'
