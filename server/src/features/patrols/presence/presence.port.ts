export type { LinkedPlayer, PresenceChange, PresenceTiming } from './presence.recorder.ts'
export { presenceOf } from './presence.repo.ts'
export type { Presence } from './presence.service.ts'
