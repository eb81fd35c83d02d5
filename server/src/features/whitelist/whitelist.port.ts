export { requestWhitelistPush, whitelistsNaming } from './whitelist.push.ts'
