import type { ActName, Warrant, WarrantState } from '@tenfour/contract'
import { whyNot } from '../../../../platform/acts/acts.ts'
import { AppError } from '../../../../platform/errors.ts'
import type { Viewer } from '../read/warrants.viewers.ts'
import type { WarrantRow } from '../read/warrants.rows.ts'

export type Act = keyof Warrant['may']
/** Someone who may know of the warrant; `isPolice` while they are on duty for police. */
export type ActingViewer = Viewer & { readonly isPolice: boolean }
type Held = Pick<WarrantRow, 'state' | 'writer_id' | 'reviewer_id' | 'is_ready' | 'expires_at' | 'subject_user_id'>

type Rule = {
  readonly from: readonly WarrantState[]
  /** The act that says whether the writer, and the member whom the warrant is about, may do this. */
  readonly act: ActName
  readonly who: (viewer: ActingViewer, row: Held) => boolean
  /** Why someone who may do this in general can't do it now, although the state allows it. */
  readonly unless?: (viewer: ActingViewer, row: Held) => AppError | undefined
}

const isReviewer = ({ userId }: ActingViewer, { state, reviewer_id }: Held) => state === 'review' && reviewer_id === userId
const anyone = () => true
const isLegal = (viewer: ActingViewer) => viewer.isLegal
const maySign = (viewer: ActingViewer) => viewer.maySign
const UNDECIDED: readonly WarrantState[] = ['submitted', 'review']

/** The rules of every act on a warrant. Refusals and buttons both follow from them. */
const RULES: Readonly<Record<Act, Rule>> = {
  change: { act: 'warrant.change', from: ['returned'], who: anyone },
  takeBack: { act: 'warrant.takeBack', from: UNDECIDED, who: anyone },
  take: {
    act: 'warrant.take',
    from: UNDECIDED,
    who: isLegal,
    // A reviewer who has passed the warrant on may take it back from those who sign.
    unless: (viewer, row) =>
      isReviewer(viewer, row) && !row.is_ready ? new AppError('conflict', 'You already have this warrant under review') : undefined,
  },
  pass: {
    act: 'warrant.pass',
    from: ['review'],
    who: isLegal,
    unless: (viewer, row) => {
      if (!isReviewer(viewer, row)) return new AppError('forbidden', 'Only the reviewer can pass this warrant on')
      return row.is_ready ? new AppError('conflict', 'This warrant is already waiting for a signature') : undefined
    },
  },
  return: {
    act: 'warrant.return',
    from: UNDECIDED,
    who: isLegal,
    unless: (viewer, row) =>
      viewer.maySign || isReviewer(viewer, row)
        ? undefined
        : new AppError('forbidden', 'Only the reviewer or a signer can return this warrant'),
  },
  sign: { act: 'warrant.sign', from: UNDECIDED, who: maySign },
  deny: { act: 'warrant.deny', from: UNDECIDED, who: maySign },
  recall: { act: 'warrant.recall', from: ['active'], who: maySign },
  serve: { act: 'warrant.serve', from: ['active'], who: ({ isPolice }) => isPolice },
}

/** The message of an act that is refused because of the state. */
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

/** A warrant that has expired by the clock is no longer active, even before the job has ended it. */
export const stateAt = ({ state, expires_at }: Pick<Held, 'state' | 'expires_at'>, at: Date): WarrantState =>
  state === 'active' && expires_at !== null && expires_at <= at ? 'expired' : state

/** Why the viewer, who may know of the warrant, may never do this with it, whatever its state. */
export function whyForbidden(act: Act, viewer: ActingViewer, row: Held): AppError | undefined {
  const { who, act: name } = RULES[act]
  if (!who(viewer, row)) return new AppError('forbidden', 'You do not have access to perform that action')
  return whyNot(name, viewer, { ownerIds: [row.subject_user_id], writerId: row.writer_id })
}

/** Why the act cannot be done now. */
export function whyNotNow(act: Act, viewer: ActingViewer, row: Held, at: Date): AppError | undefined {
  const { from, unless } = RULES[act]
  const state = stateAt(row, at)
  if (from.includes(state)) return unless?.(viewer, row)
  const isUnsigned = from.includes('active') && (state === 'submitted' || state === 'review')
  return new AppError('conflict', isUnsigned ? NOT_SIGNED : STATE_REFUSALS[state])
}

/** The acts that the viewer may do on a warrant that they may know of. */
export function allowedActs(row: Held, viewer: ActingViewer, at = new Date()): Warrant['may'] {
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
