import type { Warrant, WarrantState } from '@tenfour/contract'
import { AppError } from '../../../platform/errors.ts'
import type { Viewer } from './warrants.viewers.ts'
import type { WarrantRow } from './warrants.rows.ts'

export type Act = keyof Warrant['may']
/** Someone who may know of the warrant; `isPolice` while they are on duty for police. */
export type ActingViewer = Viewer & { readonly isPolice: boolean }
type Held = Pick<WarrantRow, 'state' | 'writer_id' | 'reviewer_id' | 'is_ready' | 'expires_at' | 'subject_user_id'>

type Rule = {
  readonly from: readonly WarrantState[]
  readonly who: (viewer: ActingViewer, row: Held) => boolean
  /** The writer must not do it, whatever their roles. */
  readonly notOwn?: string
  /** Nor must the member whose character or vehicle it is about. */
  readonly notAbout?: string
  /** What else is in the way of someone who may do it in general, in a state that allows it. */
  readonly unless?: (viewer: ActingViewer, row: Held) => AppError | undefined
}

const isWriter = ({ userId }: ActingViewer, { writer_id }: Held) => writer_id === userId
const isReviewer = ({ userId }: ActingViewer, { state, reviewer_id }: Held) => state === 'review' && reviewer_id === userId
const isLegal = (viewer: ActingViewer) => viewer.isLegal
const maySign = (viewer: ActingViewer) => viewer.maySign
const UNDECIDED: readonly WarrantState[] = ['submitted', 'review']
const NOT_ABOUT_OWN = 'You cannot decide on a warrant about your own character or vehicle'

/** Every act on a warrant. The service refuses by this, and the buttons follow it. */
const RULES: Readonly<Record<Act, Rule>> = {
  change: { from: ['returned'], who: isWriter },
  takeBack: { from: UNDECIDED, who: isWriter },
  take: {
    from: UNDECIDED,
    who: isLegal,
    notAbout: NOT_ABOUT_OWN,
    notOwn: 'You cannot review a warrant that you wrote',
    // Passed on already, its reviewer may take it back from those who sign.
    unless: (viewer, row) =>
      isReviewer(viewer, row) && !row.is_ready ? new AppError('conflict', 'You already have this warrant under review') : undefined,
  },
  pass: {
    from: ['review'],
    who: isLegal,
    notAbout: NOT_ABOUT_OWN,
    notOwn: 'You cannot review a warrant that you wrote',
    unless: (viewer, row) => {
      if (!isReviewer(viewer, row)) return new AppError('forbidden', 'Only its reviewer can pass this warrant on')
      return row.is_ready ? new AppError('conflict', 'This warrant is already waiting for a signature') : undefined
    },
  },
  return: {
    from: UNDECIDED,
    who: isLegal,
    notAbout: NOT_ABOUT_OWN,
    notOwn: 'You cannot review a warrant that you wrote',
    unless: (viewer, row) =>
      viewer.maySign || isReviewer(viewer, row)
        ? undefined
        : new AppError('forbidden', 'Only its reviewer or a signer can return this warrant'),
  },
  sign: { from: UNDECIDED, who: maySign, notAbout: NOT_ABOUT_OWN, notOwn: 'You cannot sign a warrant that you wrote' },
  deny: { from: UNDECIDED, who: maySign, notAbout: NOT_ABOUT_OWN, notOwn: 'You cannot deny a warrant that you wrote' },
  recall: { from: ['active'], who: maySign, notAbout: NOT_ABOUT_OWN },
  serve: { from: ['active'], who: ({ isPolice }) => isPolice, notAbout: 'You cannot serve a warrant about your own character or vehicle' },
}

/** What a refused act says of the state. */
const STATE_REFUSALS: Readonly<Record<WarrantState, string>> = {
  submitted: 'This warrant is not under review yet',
  review: 'This warrant is under review',
  returned: 'This warrant was returned to its writer',
  denied: 'This warrant was denied',
  active: 'This warrant is already signed',
  served: 'This warrant was already served',
  recalled: 'This warrant was recalled',
  expired: 'This warrant has expired',
}
const NOT_SIGNED = 'This warrant is not signed yet'

/** One that expired by the clock is no longer active, even before the job has come by. */
export const stateAt = ({ state, expires_at }: Pick<Held, 'state' | 'expires_at'>, at: Date): WarrantState =>
  state === 'active' && expires_at !== null && expires_at <= at ? 'expired' : state

/** Why the viewer, who may know of the warrant, may never do this with it, whatever its state. */
export function whyForbidden(act: Act, viewer: ActingViewer, row: Held): AppError | undefined {
  const { who, notOwn, notAbout } = RULES[act]
  if (!who(viewer, row)) return new AppError('forbidden', 'You do not have access to perform that action')
  if (notOwn !== undefined && isWriter(viewer, row)) return new AppError('forbidden', notOwn)
  if (notAbout !== undefined && row.subject_user_id === viewer.userId) return new AppError('forbidden', notAbout)
  return undefined
}

/** Why it cannot be done now. */
export function whyNotNow(act: Act, viewer: ActingViewer, row: Held, at: Date): AppError | undefined {
  const { from, unless } = RULES[act]
  const state = stateAt(row, at)
  if (from.includes(state)) return unless?.(viewer, row)
  const isUnsigned = from.includes('active') && (state === 'submitted' || state === 'review')
  return new AppError('conflict', isUnsigned ? NOT_SIGNED : STATE_REFUSALS[state])
}

/** What the viewer may do with a warrant that they may know of. */
export function mayOf(row: Held, viewer: ActingViewer, at = new Date()): Warrant['may'] {
  const may = (act: Act) => !whyForbidden(act, viewer, row) && !whyNotNow(act, viewer, row, at)
  return {
    change: may('change'),
    takeBack: may('takeBack'),
    take: may('take'),
    pass: may('pass'),
    return: may('return'),
    sign: may('sign'),
    deny: may('deny'),
    recall: may('recall'),
    serve: may('serve'),
  }
}
