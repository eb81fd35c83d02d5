import { isSteamHex, STEAM_HEX_LENGTH } from '@tenfour/contract'

/** Individual accounts in the public universe: the only kind a game server sees. */
const FIRST_ACCOUNT = 0x1_10_00_01_00_00_00_00n
const LAST_ACCOUNT = 0x1_10_00_01_ff_ff_ff_ffn

/** Cleans up pasted text: spaces, capitals, FiveM's `steam:` prefix. */
export const cleanSteamHex = (text: string): string =>
  text
    .replace(/\s+/g, '')
    .toLowerCase()
    .replace(/^steam:/, '')

/** '11000010a1a2c3d' of '76561198129753149'; null for an invalid SteamID64. */
export function steam64ToHex(text: string): string | null {
  const digits = text.trim()
  if (!/^\d{17}$/.test(digits)) return null
  const id = BigInt(digits)
  return id >= FIRST_ACCOUNT && id <= LAST_ACCOUNT ? id.toString(16) : null
}

export type SteamHexState =
  | { readonly kind: 'empty' | 'good' | 'steam64'; readonly text: string }
  /** Valid so far, but incomplete. */
  | { readonly kind: 'short'; readonly text: string }
  | { readonly kind: 'wrong'; readonly text: string }

/** Validates a Steam hex while it is being typed. */
export function steamHexState(value: string): SteamHexState {
  const count = `${value.length} of ${STEAM_HEX_LENGTH} characters`
  if (value === '') return { kind: 'empty', text: `${STEAM_HEX_LENGTH} characters, 0–9 and a–f` }
  if (isSteamHex(value)) return { kind: 'good', text: `${count}, looks right` }
  if (steam64ToHex(value)) return { kind: 'steam64', text: 'This is a steamID64, the same number in decimal' }
  const invalidCharacter = value.match(/[^0-9a-f]/i)?.[0]
  if (invalidCharacter !== undefined) return { kind: 'wrong', text: `“${invalidCharacter}” is none of 0–9 and a–f` }
  if (value.length > STEAM_HEX_LENGTH) return { kind: 'wrong', text: `${value.length - STEAM_HEX_LENGTH} too many: ${count}` }
  return { kind: 'short', text: count }
}
