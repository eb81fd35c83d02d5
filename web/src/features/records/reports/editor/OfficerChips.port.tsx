export { OfficerChips } from './PeopleFields.tsx'
