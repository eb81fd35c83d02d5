export { useFollows } from './use-follows.ts'
