import type { BodyOf, denyWarrant, passWarrant, recallWarrant, returnWarrant, takeWarrant, Warrant } from '@tenfour/contract'
import type { Actor } from '../../../../platform/auth/actor.ts'
import { carryOut, addReviewer, type StepDeps } from './warrants.step.ts'

/** Every decision about a warrant, besides signing and serving it. */
export function createWarrantDecisions(deps: StepDeps) {
  return {
    take: (actor: Actor, warrantId: number, { version }: BodyOf<typeof takeWarrant>): Promise<Warrant> =>
      carryOut(deps, actor, 'take', { warrantId, version }, async (tx, { row, by }) => {
        await addReviewer(tx, warrantId, by.userId)
        const set = { state: 'review', reviewer_id: by.userId, is_ready: false } as const
        if (row.state !== 'review') return { set, title: 'Taken under review', changes: [{ what: 'Reviewer', before: '', after: by.name }] }
        // The reviewer takes the warrant back from those who sign.
        if (row.reviewer_id === by.userId) return { set, title: 'Taken under review again' }
        return { set, title: 'Taken over', changes: [{ what: 'Reviewer', before: row.reviewer_name ?? '', after: by.name }] }
      }),

    pass: (actor: Actor, warrantId: number, { remark, version }: BodyOf<typeof passWarrant>): Promise<Warrant> =>
      carryOut(deps, actor, 'pass', { warrantId, version }, async (tx, { by }) => {
        await addReviewer(tx, warrantId, by.userId)
        return { set: { is_ready: true }, title: 'Passed on for signature', reason: remark }
      }),

    return: (actor: Actor, warrantId: number, { reason, version }: BodyOf<typeof returnWarrant>): Promise<Warrant> =>
      carryOut(deps, actor, 'return', { warrantId, version }, async (tx, { by }) => {
        await addReviewer(tx, warrantId, by.userId)
        return { set: { state: 'returned', is_ready: false, reason }, title: 'Returned', reason }
      }),

    takeBack: (actor: Actor, warrantId: number, { version }: BodyOf<typeof takeWarrant>): Promise<Warrant> =>
      carryOut(deps, actor, 'takeBack', { warrantId, version }, async () => ({
        set: { state: 'returned', is_ready: false, reason: 'Taken back by the writer' },
        title: 'Taken back',
      })),

    deny: (actor: Actor, warrantId: number, { reason, version }: BodyOf<typeof denyWarrant>): Promise<Warrant> =>
      carryOut(deps, actor, 'deny', { warrantId, version }, async (_tx, { at }) => ({
        set: { state: 'denied', is_ready: false, reason, closed_at: at },
        title: 'Denied',
        reason,
      })),

    recall: (actor: Actor, warrantId: number, { reason, version }: BodyOf<typeof recallWarrant>): Promise<Warrant> =>
      carryOut(deps, actor, 'recall', { warrantId, version }, async (_tx, { at }) => ({
        set: { state: 'recalled', reason, closed_at: at },
        title: 'Recalled',
        reason,
      })),
  }
}
