import { finishDiscordLink, type DiscordLink } from '@tenfour/contract'
import { call } from '../../../platform/api/client.ts'
import { signInByDiscord } from '../../../platform/session/session.ts'
import { getToken } from '../../../platform/session/token.ts'
import { errorInfo } from '../../../ui/error-info.ts'
import { takeAnswer, type DiscordAnswer } from './discord-answer.ts'
import { takeErrand, type DiscordErrand } from './discord-errand.ts'

export type Outcome =
  | { readonly kind: 'signedIn'; readonly returnTo: string }
  | { readonly kind: 'linked'; readonly link: DiscordLink; readonly returnTo: string }
  /** `errand` is null where this tab had none. */
  | { readonly kind: 'failed'; readonly message: string; readonly errand: DiscordErrand | null }

/** Does what this tab went to Discord for. */
export async function finishDiscord(): Promise<Outcome> {
  const answer = takeAnswer()
  const errand = takeErrand()
  const failed = (message: string): Outcome => ({ kind: 'failed', message, errand })
  if (!answer) return failed('There is no sign-in to finish here.')
  if ('error' in answer) {
    return failed(answer.error === 'access_denied' ? 'You cancelled at Discord.' : 'Discord did not allow this. Try again.')
  }
  if (!errand) return failed('This was started in another tab or browser. Start again here.')
  try {
    return await (errand.purpose === 'link' ? link(answer, errand) : signIn(answer, errand))
  } catch (error) {
    return failed(errorInfo(error).message)
  }
}

type Code = Extract<DiscordAnswer, { code: string }>

async function link({ code, state }: Code, { tabSecret, returnTo }: DiscordErrand): Promise<Outcome> {
  if (!getToken()) throw new Error('You were signed out. Sign in, then link your Discord account again.')
  return { kind: 'linked', link: await call(finishDiscordLink, { body: { code, state, tabSecret } }), returnTo }
}

async function signIn({ code, state }: Code, { tabSecret, returnTo }: DiscordErrand): Promise<Outcome> {
  // Another tab may have signed in already.
  if (!getToken()) await signInByDiscord({ code, state, tabSecret })
  return { kind: 'signedIn', returnTo }
}
