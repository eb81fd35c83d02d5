export { createAsMember, type AsMember } from './commands.member.ts'
