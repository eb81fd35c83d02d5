export { tell } from './notices.service.ts'
