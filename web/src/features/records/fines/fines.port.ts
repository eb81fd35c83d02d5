export { isOpen as isOpenFine, unpaidWords } from './fine.labels.ts'
