export {
  closePushes,
  WHITELISTS_STREAM,
  noteAcknowledged,
  readWhitelist,
  serverWhitelist,
  whitelistHeld,
  whitelistSince,
  whitelistVersion,
  type PushOutcome,
} from './whitelist.list.ts'
export { whitelistPush } from './whitelist.push.ts'
