export { DocumentFrame } from './DocumentFrame.tsx'
export { DocumentMark } from './DocumentMark.tsx'
export { footerRules } from './footer-rules.ts'
