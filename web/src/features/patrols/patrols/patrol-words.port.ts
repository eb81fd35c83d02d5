export { filterWord, patrolMarks, patrolStatusTone, patrolStatusWord, presenceWords } from './patrol.labels.ts'
