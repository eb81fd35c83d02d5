export { filterWord, patrolMarks, patrolStatusTone, patrolStatusWord, presenceWords } from './patrol-words.ts'
