import {
  finishApplicantDiscord,
  finishDiscordConfirmation,
  finishDiscordLink,
  joinWithDiscord,
  type DiscordLink,
  type ErrorCode,
} from '@tenfour/contract'
import { ApiError } from '../../../platform/api/api-error.ts'
import { call } from '../../../platform/api/client.ts'
import { globalErrorMessage } from '../../../platform/errors/messages.ts'
import { applicantToken } from '../../../platform/session/applicant-token.ts'
import { signedIn, signInByDiscord } from '../../../platform/session/session.ts'
import { deviceOf, getToken } from '../../../platform/session/token.ts'
import { localStore } from '../../../platform/storage/storage.ts'
import { errorInfo } from '../../../ui/error-info.ts'
import { takeAnswer, type DiscordAnswer } from './discord-answer.ts'
import { takeErrand, type DiscordErrand } from './discord-errand.ts'

export type Outcome =
  | { readonly kind: 'signedIn' | 'joined' | 'confirmed'; readonly returnTo: string }
  | { readonly kind: 'linked'; readonly link: DiscordLink; readonly returnTo: string }
  | { readonly kind: 'proved'; readonly username: string; readonly returnTo: string }
  /** `errand` is null where this tab had none; `code` is that of the portal's answer. */
  | { readonly kind: 'failed'; readonly message: string; readonly code?: ErrorCode | undefined; readonly errand: DiscordErrand | null }

/** Does what this tab went to Discord for. */
export async function finishDiscord(): Promise<Outcome> {
  const answer = takeAnswer()
  const errand = takeErrand()
  const failed = (message: string, code?: ErrorCode): Outcome => ({ kind: 'failed', message, code, errand })
  if (!answer) return failed('There is no sign-in to finish here.')
  if ('error' in answer) {
    return failed(answer.error === 'access_denied' ? 'You cancelled at Discord.' : 'Discord did not allow this. Try again.')
  }
  if (!errand) return failed('This was started in another tab or browser. Start again here.')
  try {
    return await FINISH[errand.purpose](answer, errand)
  } catch (error) {
    if (!(error instanceof ApiError)) return failed(errorInfo(error).message)
    // Who may not join is told why, not only that they may not.
    return failed(error.status === 403 ? globalErrorMessage(error) : error.message, error.code)
  }
}

type Code = Extract<DiscordAnswer, { code: string }>

type Finish = (answer: Code, errand: DiscordErrand) => Promise<Outcome>

const link: Finish = async ({ code, state }, { tabSecret, returnTo }) => {
  if (!getToken()) throw new Error('You were signed out. Sign in, then link your Discord account again.')
  return { kind: 'linked', link: await call(finishDiscordLink, { body: { code, state, tabSecret } }), returnTo }
}

const signIn: Finish = async ({ code, state }, { tabSecret, returnTo }) => {
  // Another tab may have signed in already.
  if (!getToken()) await signInByDiscord({ code, state, tabSecret })
  return { kind: 'signedIn', returnTo }
}

const join: Finish = async ({ code, state }, { tabSecret, returnTo }) => {
  if (getToken()) return { kind: 'signedIn', returnTo }
  signedIn(await call(joinWithDiscord, { body: { code, state, tabSecret, device: deviceOf(localStore) } }))
  return { kind: 'joined', returnTo }
}

const confirm: Finish = async ({ code, state }, { tabSecret, returnTo }) => {
  if (!getToken()) throw new Error('You were signed out. Sign in with Discord: that confirms that it is you, too.')
  await call(finishDiscordConfirmation, { body: { code, state, tabSecret } })
  return { kind: 'confirmed', returnTo }
}

const apply: Finish = async ({ code, state }, { tabSecret, returnTo }) => {
  const { discord } = await call(finishApplicantDiscord, { tokens: applicantToken, body: { code, state, tabSecret } })
  return { kind: 'proved', username: discord?.username ?? '', returnTo }
}

const FINISH: Readonly<Record<DiscordErrand['purpose'], Finish>> = { link, 'sign-in': signIn, join, confirm, apply }
