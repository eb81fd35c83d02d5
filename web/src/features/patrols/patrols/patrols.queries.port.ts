/** Apart from patrols.port.ts, which the home page carries. */
export { createRefresher, patrolQuery, patrolSummaryQuery, refreshPatrols } from './patrols.queries.ts'
export { filterWord, patrolMarks, patrolStatusTone, patrolStatusWord, presenceWords } from './patrol.labels.ts'
