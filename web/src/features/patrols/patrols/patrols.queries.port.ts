/** Apart from patrols.port.ts, which the home page carries. */
export { patrolQuery, refreshPatrols } from './patrols.queries.ts'
export { createRefresher } from './refresher.ts'
