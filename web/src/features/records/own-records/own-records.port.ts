export { belongingsOf, incomingOffers } from './records-state.ts'
export { keepOwn, OWN_RECORDS_KEY, useOwnRecords } from './records-store.ts'
