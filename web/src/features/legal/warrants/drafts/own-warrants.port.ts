export { followOwnWarrants, useOwnWarrants } from './own-warrants.ts'
