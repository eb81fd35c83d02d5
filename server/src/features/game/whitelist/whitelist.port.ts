export {
  closePushes,
  recordAcknowledged,
  readWhitelist,
  serverWhitelist,
  tellWhitelist,
  whitelistHeld,
  whitelistSince,
  whitelistVersion,
  type PushOutcome,
} from './whitelist.list.ts'
export { requestWhitelistPush, whitelistPush } from './whitelist.push.ts'
export { createWhitelistTrials } from './whitelist.trials.ts'
