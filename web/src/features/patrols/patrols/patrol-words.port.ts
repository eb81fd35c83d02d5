export { patrolMarks, patrolStatusTone, patrolStatusWord, presenceWords } from './patrol-words.ts'
