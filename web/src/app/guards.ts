import { getSetup } from '@tenfour/contract'
import { redirect, type ParsedLocation } from '@tanstack/react-router'
import { z } from 'zod'
import { showAlert, setLandingNotice } from '../platform/alert/alert.tsx'
import { call } from '../platform/api/client.ts'
import { log } from '../platform/log/log.ts'
import { loginUrlFor, returnUrlFrom } from '../platform/session/return-url.ts'
import { endSession, resolveUser } from '../platform/session/session.ts'
import { judge, refusalWords, type RouteRequirement } from './access.ts'

type Visit = { readonly location: ParsedLocation; readonly preload: boolean }
/** Parsed, because the router's own type of `matches` is derived from the routes, and those from their guards. */
const Matches = z.object({ matches: z.array(z.object({ staticData: z.object({ title: z.string().optional() }) })) })

export const NO_DEPARTMENTS = 'You have no departments - contact your chain of command for assistance'
const HOME = '/user/home'

const goTo = (href: string): never => {
  redirect({ href, replace: true, throw: true })
  throw new Error('A redirect did not happen')
}

/** Lets a visitor through to the child routes, or redirects them. */
export const guard =
  (requirement: RouteRequirement) =>
  async (visit: Visit): Promise<void> => {
    const { location, preload } = visit
    const user = await resolveUser()
    const verdict = judge(user, requirement)
    switch (verdict) {
      case 'allowed':
        return
      case 'needsLogin':
        return goTo(loginUrlFor(location.href))
      case 'needsRole':
        if (!preload) setLandingNotice(refusalWords(pageName(visit), requirement, verdict))
        return goTo(HOME)
      case 'needsCadDepartment':
        // Hovering over a link preloads its page; only an actual visit shows an alert.
        if (!preload) await showAlert(NO_DEPARTMENTS)
        return goTo(HOME)
      case 'featureOff':
        if (!preload && requirement.featureSwitch) setLandingNotice(`${requirement.featureSwitch.offMessage}.`)
        return goTo(HOME)
      case 'needsPermissions':
        if (!preload) setLandingNotice(refusalWords(pageName(visit), requirement, verdict))
        return goTo('/')
      case 'invalidPermissions':
        log.error(`The permission list of ${location.pathname} is not an array`, requirement.permissions)
        return goTo('/')
    }
  }

const pageName = (visit: Visit): string => Matches.safeParse(visit).data?.matches.at(-1)?.staticData.title ?? visit.location.pathname

/** Redirects visitors who already have a session to where they wanted to go. */
export async function loginGuard({ location }: Visit): Promise<void> {
  if (await hasSession()) return goTo(returnUrlFrom(location.searchStr))
  if (await isSetupNeeded()) return goTo('/setup')
}

/** Setup runs only once; afterwards this page redirects. */
export async function setupGuard(): Promise<void> {
  if (!(await isSetupNeeded())) return goTo('/login')
}

async function hasSession(): Promise<boolean> {
  try {
    return (await resolveUser()) !== null
  } catch (error) {
    log.warning('The stored session could not be resolved and is forgotten', error)
    endSession('refused')
    return false
  }
}

let isSetUp = false
async function isSetupNeeded(): Promise<boolean> {
  if (isSetUp) return false
  try {
    const { needed } = await call(getSetup)
    isSetUp = !needed
    return needed
  } catch (error) {
    // A failure here must not stop someone from signing in; the sign-in reports it.
    log.warning('Whether the portal still needs setting up is unknown', error)
    return false
  }
}
