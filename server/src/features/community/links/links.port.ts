export { actorOf, createAsMember, type AsMember } from './links.actor.ts'
export { linkOf, linkOfDiscord } from './links.repo.ts'
