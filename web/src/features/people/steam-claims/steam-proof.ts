import { finishSteamProof, SteamAnswer, startSteamProof } from '@tenfour/contract'
import { call } from '../../../platform/api/client.ts'
import { getToken } from '../../../platform/session/token.ts'
import { tabStore } from '../../../platform/storage/storage.ts'
import { errorInfo } from '../../../ui/error-info.ts'
import { takeSteamAnswer } from './steam-answer.ts'

const KEY = 'steam'

/** Leaves for Steam's page. Only this tab keeps the secret: an answer that comes back to another tab is not accepted. */
export async function startProof(): Promise<void> {
  const { url, tabSecret } = await call(startSteamProof)
  tabStore.setItem(KEY, tabSecret)
  window.location.assign(url)
}

type ProofOutcome =
  | { readonly kind: 'proved' | 'disputed'; readonly steamHex: string }
  | { readonly kind: 'failed'; readonly message: string }
const failed = (message: string): ProofOutcome => ({ kind: 'failed', message })

/** Takes what Steam answered to the portal, if this tab started it. */
export async function finishProof(): Promise<ProofOutcome> {
  const given = takeSteamAnswer()
  const tabSecret = tabStore.getItem(KEY)
  tabStore.removeItem(KEY)
  if (given.get('openid.mode') === 'cancel') return failed('You cancelled at Steam.')
  const fields = Object.keys(SteamAnswer.shape).map((name) => [name, given.get(`openid.${name}`)])
  const answer = SteamAnswer.safeParse(Object.fromEntries(fields))
  const state = given.get('state')
  if (!answer.success || state === null) return failed('There is no answer from Steam here. Start again.')
  if (tabSecret === null) return failed('This was started in another tab or browser. Start again here.')
  if (!getToken()) return failed('You were signed out. Sign in, then prove your Steam account again.')
  try {
    const { steamHex, outcome } = await call(finishSteamProof, { body: { state, tabSecret, answer: answer.data } })
    return { kind: outcome, steamHex }
  } catch (error) {
    return failed(errorInfo(error).message)
  }
}
