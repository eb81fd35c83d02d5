export { tell, tellAll, type Telling } from './notices.service.ts'
