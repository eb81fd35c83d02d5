export { alertsFor, alertsWhileOn, wantedAmong } from './read/warrants.alerts.ts'
export { hasServed } from './decide/warrants.serve.ts'
export { addEntry } from './history/warrants.facts.ts'
