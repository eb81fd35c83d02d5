export { keepPost, sendOnce } from './posts.keep.ts'
export { readersOfWaiting, tellWaiting } from './posts.waiting.ts'
