export { unpaidWords } from './fine-words.ts'
