export { isOpen as isOpenFine, unpaidWords } from './fine-words.ts'
