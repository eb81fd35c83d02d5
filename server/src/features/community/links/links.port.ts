export { actorOf } from './links.actor.ts'
export { linkOf, linkOfDiscord } from './links.repo.ts'
