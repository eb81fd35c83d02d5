import type { UnitStatus } from '@tenfour/contract'
import * as fc from 'fast-check'
import { CAST, NAMES, type Action, type CallState, type Model, type Name, type Who } from './test-board-state.ts'

/** A step refers to calls by their place in the list, and to locations as right, missing or wrong, so that it works in any state. */
const who = fc.constantFrom(...NAMES)
const place = fc.nat({ max: NAMES.length - 1 })
/** The caller is usually one who may do it. */
const by = fc.constantFrom<Who>('dana', 'dana', 'dana', 'dirk', 'dirk', 'staff', 'staff', ...NAMES)
const from = fc.constantFrom('right', 'right', 'right', 'none', 'wrong')
const call = fc.nat({ max: 9 })
const step = <K extends Action['kind'], T>(weight: number, kind: K, what: { [F in keyof T]: fc.Arbitrary<T[F]> }) => ({
  weight,
  arbitrary: fc.record(what).map((rest): { kind: K } & T => ({ kind, ...rest })),
})
const simple = fc.oneof(
  step(3, 'on duty', { who, isHere: fc.nat({ max: 9 }), isDispatcher: fc.nat({ max: 5 }) }),
  step(5, 'status', { by: fc.option(by, { nil: undefined }), who, status: fc.constantFrom<UnitStatus>(1, 2, 3, 4, 5, 6, 7) }),
  step(1, 'channel', { by, who, channel: fc.constantFrom('', 'TAC 1') }),
  step(4, 'create', { by, type: fc.nat({ max: 2 }), units: fc.array(who, { maxLength: 3 }) }),
  step(5, 'assign', { by, who, call: fc.option(call, { freq: 4 }), from }),
  step(5, 'change', {
    by,
    call,
    attach: fc.uniqueArray(fc.record({ who, from }), { maxLength: 3, selector: (each) => each.who }),
    detach: fc.uniqueArray(place, { maxLength: 2 }),
  }),
  step(2, 'lead', { by, call, place }),
  step(2, 'clear', { by, call, disposition: fc.constantFrom(undefined, 'Unfounded') }),
  step(2, 'merge', { by, call, into: call }),
  step(2, 'transfer', {
    by,
    call,
    handler: fc.constantFrom<Name | null | undefined>('dana', 'dirk', 'anna', null, undefined),
    classes: fc.constantFrom<(1 | 2 | 3)[] | undefined>([1], [3, 1], undefined),
  }),
  step(1, 'note', { by, call, text: fc.constantFrom('Note', 'Other note') }),
  step(3, 'panic', { who }),
  step(1, 'stand down', { who }),
  step(2, 'acknowledge', { who, nth: fc.nat({ max: 3 }) }),
  step(3, 'reopen', { by, nth: fc.nat({ max: 2 }) }),
  step(4, 'take back', { by, nth: fc.nat({ max: 3 }) }),
)
export type Step = typeof simple extends fc.Arbitrary<infer T> ? T : never
export const stepsOf = (most: number) =>
  fc.array(fc.tuple(simple, fc.option(simple, { freq: 4 })), { minLength: 1, maxLength: most, size: 'max' })

/** An open call, newest first, occasionally a cleared one. */
function callAt({ calls }: Model, nth: number): CallState | undefined {
  const open = calls.filter(({ isCleared }) => !isCleared)
  const list = nth < 8 && open.length > 0 ? open : calls
  return list.at(-1 - (nth % Math.max(1, list.length)))
}
const fromOf = (model: Model, name: Name, what: string) => ({ right: model.units[name].callId ?? 0, none: 0, wrong: 1 })[what] ?? 0

/** Resolves the step against the current state; undefined if it makes no sense yet. */
export function actionOf(model: Model, step: Step): Action | undefined {
  switch (step.kind) {
    case 'on duty': {
      const type = CAST[step.who].unitClass === 2 && step.isDispatcher > 0 ? 3 : 1
      return { kind: step.kind, who: step.who, serverId: step.isHere > 0 ? model.board : model.elsewhere, type }
    }
    case 'status':
      return { ...step, by: step.by ?? step.who }
    case 'channel':
    case 'create':
      return step
    case 'panic':
    case 'stand down':
      return model.units[step.who].serverId === model.board ? step : undefined
    case 'acknowledge': {
      // Usually the last panic call, occasionally another one.
      const { callId } = (step.nth === 0 ? model.calls : model.calls.filter(({ panicOf }) => panicOf !== null)).at(-1) ?? {}
      return callId === undefined ? undefined : { kind: step.kind, who: step.who, callId }
    }
    case 'reopen': {
      // Usually one of the last cleared calls, occasionally one that may be open.
      const { callId } = (step.nth === 0 ? model.calls : model.calls.filter(({ isCleared }) => isCleared)).at(-Math.max(1, step.nth)) ?? {}
      return callId === undefined ? undefined : { kind: step.kind, by: step.by, callId }
    }
    case 'take back': {
      const entries = model.calls.flatMap(({ callId, takeBacks }) => takeBacks.map(({ action }, nth) => ({ callId, action, nth })))
      const entry = entries.toSorted((a, b) => b.action - a.action)[step.nth]
      return entry && { kind: step.kind, by: step.by, callId: entry.callId, nth: entry.nth }
    }
    case 'assign': {
      const callId = step.call === null ? 0 : callAt(model, step.call)?.callId
      return callId === undefined
        ? undefined
        : { ...step, callId, from: step.from === 'none' ? undefined : fromOf(model, step.who, step.from) }
    }
    default: {
      const target = callAt(model, step.call)
      return target && actionOn(model, target, step)
    }
  }
}

function actionOn(model: Model, target: CallState, step: Extract<Step, { call: number; by: Who }>): Action | undefined {
  const { callId } = target
  const unitAt = (nth: number) => target.units[nth] ?? NAMES[nth] ?? 'anna'
  switch (step.kind) {
    case 'lead':
      return { kind: step.kind, by: step.by, callId, who: unitAt(step.place) }
    case 'merge': {
      const into = callAt(model, step.into)?.callId
      return into === undefined ? undefined : { kind: step.kind, by: step.by, callId, into }
    }
    case 'change': {
      const attach = step.attach.map((each) => ({ who: each.who, from: fromOf(model, each.who, each.from) }))
      const detach = [...new Set(step.detach.map(unitAt))].filter((name) => attach.every((each) => each.who !== name))
      return attach.length + detach.length === 0 ? undefined : { kind: step.kind, by: step.by, callId, attach, detach }
    }
    case 'transfer': {
      const { kind, by: actor, handler, classes } = step
      if (handler === undefined && classes === undefined) return undefined
      return { kind, by: actor, callId, ...(handler !== undefined && { handler }), ...(classes !== undefined && { classes }) }
    }
    case 'clear':
    case 'note':
      return { ...step, callId }
  }
}

/** Whether two actions can run concurrently. Going on or off duty changes the member's rights, so the outcome would be random. */
export const isFreeOfDuty = (model: Model, action: Action): boolean =>
  action.kind !== 'on duty' && !(action.kind === 'status' && (action.status === 1 || model.units[action.who].status === 1))
