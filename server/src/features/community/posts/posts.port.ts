export { channelsOf } from './posts.channels.ts'
export { keepPost, sendOnce } from './posts.keep.ts'
export { escapeText } from './posts.labels.ts'
