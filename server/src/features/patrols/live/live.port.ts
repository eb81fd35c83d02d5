export { emitReview } from './live.streams.ts'
