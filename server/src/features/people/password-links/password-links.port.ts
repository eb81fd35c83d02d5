export { insertWelcomeLinks } from './password-links.repo.ts'
