export { giveBack, lockFormerMember } from './departures.return.ts'
export { depart, whyNotLetGo } from './departures.write.ts'
