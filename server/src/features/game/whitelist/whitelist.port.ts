export {
  closePushes,
  recordAcknowledged,
  readWhitelist,
  serverWhitelist,
  whitelistHeld,
  whitelistSince,
  whitelistVersion,
  type PushOutcome,
} from './whitelist.list.ts'
export { requestWhitelistPush, whitelistPush } from './whitelist.push.ts'
