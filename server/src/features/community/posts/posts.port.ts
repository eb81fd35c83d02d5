export { keepPost, sendOnce } from './posts.keep.ts'
