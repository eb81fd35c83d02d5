export { PasswordLinkCard } from './PasswordLinkCard.tsx'
export { addressOf } from './password-links.queries.ts'
