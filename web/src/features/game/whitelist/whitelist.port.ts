export { useWhitelists, whitelistState, type Whitelists } from './whitelist.ts'
