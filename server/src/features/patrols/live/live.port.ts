export { emitOwnPatrols, emitReview } from './live.streams.ts'
