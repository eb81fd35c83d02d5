import type { SteamAnswer } from '@tenfour/contract'
import type { FastifyBaseLogger } from 'fastify'
import { AppError } from '../../../platform/errors.ts'
import { createLanes } from '../../../platform/limits/lanes.ts'
import { STEAM_LANE } from '../../../platform/limits/limits.ts'

const OPENID = 'http://specs.openid.net/auth/2.0'
const IDENTIFIER_SELECT = `${OPENID}/identifier_select`
const ENDPOINT = 'https://steamcommunity.com/openid/login'
const CLAIMED_ID = /^https:\/\/steamcommunity\.com\/openid\/id\/(7656\d{13})$/
/** Steam accounts of people: universe 1, type 1, instance 1. The hex of a Steam account is its whole number. */
const FIRST_ACCOUNT = 0x0110000100000001n
const LAST_ACCOUNT = 0x01100001ffffffffn
const SIGNED = ['op_endpoint', 'claimed_id', 'identity', 'return_to', 'response_nonce', 'assoc_handle'] as const
const ANSWER_MS = 6000
const MAX_ANSWER_BYTES = 4096
/** How far the clocks of Steam and of the portal may be apart. */
const NONCE_MS = 15 * 60_000

export type SteamOptions = {
  /** Where Steam is; only tests have it elsewhere. */
  readonly url?: string
  readonly answerMs?: number
}
export type SteamOpenId = ReturnType<typeof createSteamOpenId>

/** OpenID 2.0 without an association: Steam is asked about every answer. Errors never contain what it answered. */
export function createSteamOpenId({ log, url = ENDPOINT, answerMs = ANSWER_MS }: SteamOptions & { readonly log: FastifyBaseLogger }) {
  const lanes = createLanes<'steam'>(STEAM_LANE)
  const closing = new AbortController()

  const confirm = async (answer: SteamAnswer): Promise<boolean> => {
    const body = new URLSearchParams()
    for (const [name, value] of Object.entries({ ...answer, mode: 'check_authentication' })) body.set(`openid.${name}`, value)
    const response = await fetch(url, {
      method: 'POST',
      body,
      redirect: 'error',
      signal: AbortSignal.any([closing.signal, AbortSignal.timeout(answerMs)]),
    })
    if (!response.ok) {
      await response.body?.cancel()
      throw new Error(`Steam answered ${response.status}`)
    }
    const lines = (await readAtMost(response, MAX_ANSWER_BYTES)).split('\n')
    const valuesOf = (name: string) => lines.filter((line) => line.startsWith(`${name}:`)).map((line) => line.slice(name.length + 1))
    return valuesOf('ns').join() === OPENID && valuesOf('is_valid').join() === 'true'
  }

  return {
    addressFor: (returnTo: string): string => {
      const address = new URL(url)
      address.search = new URLSearchParams({
        'openid.ns': OPENID,
        'openid.mode': 'checkid_setup',
        'openid.return_to': returnTo,
        'openid.realm': new URL(returnTo).origin,
        'openid.identity': IDENTIFIER_SELECT,
        'openid.claimed_id': IDENTIFIER_SELECT,
      }).toString()
      return address.href
    },

    /** The Steam hex that the answer is about, once Steam has confirmed that the answer is its own. */
    verify: async (answer: SteamAnswer, returnTo: string): Promise<string> => {
      const steamHex = hexIn(answer, returnTo)
      if (steamHex === undefined) throw notConfirmed()
      const isConfirmed = await lanes
        .run('steam', () => confirm(answer))
        .catch((error: unknown) => {
          if (error instanceof AppError) throw error
          log.warn({ reason: error instanceof Error ? error.name : 'unknown' }, 'Steam does not answer')
          throw new AppError('unavailable', 'Steam does not answer the portal. Try again in a few minutes.')
        })
      if (!isConfirmed) throw notConfirmed()
      return steamHex
    },

    close: async (): Promise<void> => closing.abort(),
  }
}

/** Undefined for an answer that is not about a Steam account, not for this request, too old, or not signed as a whole. */
function hexIn(answer: SteamAnswer, returnTo: string): string | undefined {
  const signed = new Set(answer.signed.split(','))
  if (SIGNED.some((name) => !signed.has(name))) return undefined
  if (answer.ns !== OPENID || answer.mode !== 'id_res' || answer.op_endpoint !== ENDPOINT) return undefined
  if (answer.return_to !== returnTo || answer.identity !== answer.claimed_id) return undefined
  const [, writtenAt] = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ)[!-~]+$/.exec(answer.response_nonce) ?? []
  if (writtenAt === undefined || !(Math.abs(Date.now() - Date.parse(writtenAt)) < NONCE_MS)) return undefined
  const [, steamId] = CLAIMED_ID.exec(answer.claimed_id) ?? []
  if (steamId === undefined) return undefined
  const account = BigInt(steamId)
  return account >= FIRST_ACCOUNT && account <= LAST_ACCOUNT ? account.toString(16) : undefined
}

async function readAtMost(response: Response, maxBytes: number): Promise<string> {
  const parts: Uint8Array[] = []
  let length = 0
  const body: AsyncIterable<Uint8Array> | null = response.body
  for await (const part of body ?? []) {
    length += part.length
    if (length > maxBytes) throw new Error('Steam answered too much')
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

const notConfirmed = () => new AppError('bad_request', 'Steam did not confirm this. Start again in your account settings.')
