export { actorOf, createAsMember, type AsMember } from './links.actor.ts'
export type { ApplicantLinks } from './links.applicants.ts'
export type { DiscordUser } from './links.oauth.ts'
export { linkOf, linkOfDiscord } from './links.repo.ts'
