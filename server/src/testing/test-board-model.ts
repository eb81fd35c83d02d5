import { UNIT_STATUS_WORDS, type UnitStatus } from '@tenfour/contract'
import {
  CAST,
  personOf,
  PLACE,
  signOf,
  TYPES,
  type Action,
  type CallState,
  type Model,
  type Name,
  type TakeBackState,
  type UnitBefore,
  type Who,
} from './test-board-state.ts'

class Refusal extends Error {
  readonly status: number
  constructor(status: number) {
    super(String(status))
    this.status = status
  }
}
const refuse = (status: number): never => {
  throw new Refusal(status)
}
const allow = (isAllowed: boolean) => isAllowed || refuse(403)
const agree = (isPossible: boolean) => isPossible || refuse(409)

/** The next state and the portal's expected answer. All or nothing. `newId` is the id of a new call. */
export function perform(model: Model, action: Action, newId: number): { model: Model; status: number } {
  const next = structuredClone(model)
  next.actions += 1
  try {
    act(next, action, newId)
    return { model: next, status: 200 }
  } catch (error) {
    if (error instanceof Refusal) return { model, status: error.status }
    throw error
  }
}

function act(m: Model, action: Action, newId: number): void {
  const isOn = (who: Name) => m.units[who].status !== 1
  const isEmergency = (who: Who) => who !== 'staff' && isOn(who) && CAST[who].unitClass !== 0
  const isDispatcher = (who: Who) => who !== 'staff' && isOn(who) && CAST[who].unitClass === 2 && m.units[who].type === 3
  const directs = (who: Who, serverId = m.board) => who === 'staff' || (isDispatcher(who) && m.units[who].serverId === serverId)
  const watches = (who: Who) => who === 'staff' || (isEmergency(who) && m.units[who].serverId === m.board)
  const callOf = (callId: number) => m.calls.find((call) => call.callId === callId) ?? refuse(404)
  const openCall = (callId: number) => {
    const call = callOf(callId)
    agree(!call.isCleared)
    return call
  }

  const leave = (who: Name, text?: string) => {
    const unit = m.units[who]
    if (unit.callId === null) return
    const call = callOf(unit.callId)
    call.units = call.units.filter((each) => each !== who)
    if (call.lead === who) call.lead = call.units[0] ?? null
    Object.assign(unit, { callId: null, callBy: 0 })
    if (text) call.log.push(text)
  }
  const setStatus = (who: Name, status: UnitStatus) => {
    if (m.units[who].status !== status) Object.assign(m.units[who], { status, statusBy: m.actions })
  }
  const join = (who: Name, call: CallState) => {
    Object.assign(m.units[who], { callId: call.callId, callBy: m.actions })
    call.units.push(who)
    call.lead ??= who
  }
  const free = (who: Name) => {
    if ([4, 5, 6].includes(m.units[who].status)) setStatus(who, 3)
  }
  const stepDown = (who: Name) => {
    for (const call of m.calls.filter((each) => !each.isCleared && each.handler === who)) {
      call.handler = null
      call.log.push(`${personOf(who)} no longer handles this call`)
    }
  }
  /** Notes the state before an action; the result adds what can be taken back to the log of the call. */
  const track = (by: Who, kind: TakeBackState['kind'], whos: readonly Name[], call: CallState, other: number | null, on = call) => {
    const before = whos.map((who) => ({ ...m.units[who], who, isLead: m.calls.some(({ lead }) => lead === who) }))
    const otherCall = () => m.calls.find(({ callId }) => callId === other)
    const was = structuredClone({ ...(kind === 'merge' ? on : call), takeBacks: [] })
    return () => {
      const units = before.map((unit) => {
        const { status, callId, statusBy, callBy } = m.units[unit.who]
        return { ...unit, after: { status, callId, statusBy, callBy } }
      })
      const is = structuredClone({ ...(kind === 'merge' ? on : call), takeBacks: [] })
      on.takeBacks.push({ kind, by, action: m.actions, units, other, lead: otherCall()?.lead ?? null, was, is })
    }
  }
  const reopen = (call: CallState, disposition: string | null) => {
    agree(call.panicOf === null || m.calls.every((each) => each.isCleared || each.panicOf !== call.panicOf))
    const { handler } = call
    const isHandled = handler !== null && isDispatcher(handler) && m.units[handler].serverId === m.board
    Object.assign(call, { isCleared: false, disposition, mergedInto: null, handler: isHandled ? handler : null })
  }
  const putBack = ({ who, callId, isLead, status }: UnitBefore) => {
    leave(who)
    if (callId !== null) {
      join(who, callOf(callId))
      if (isLead) callOf(callId).lead = who
    }
    setStatus(who, status)
  }
  const send = (by: Who, who: Name, callId: number, from: number | undefined) => {
    const unit = m.units[who]
    agree(isOn(who) && CAST[who].unitClass !== 0)
    const current = unit.callId ?? 0
    if (callId === 0) {
      agree(from === undefined || from === current)
      leave(who, `${signOf(who)} released`)
      free(who)
      return
    }
    const call = openCall(callId)
    if (current === callId) return
    agree(current === (from ?? 0) && unit.serverId === m.board)
    const undo = track(by, 'assign', [who], call, current || null)
    leave(who, `${signOf(who)} sent on to call ${callId}`)
    setStatus(who, 5)
    join(who, call)
    call.log.push(`${signOf(who)} en route`)
    undo()
    if (by !== 'staff' && isDispatcher(by)) call.handler ??= by
  }
  const close = (by: Who, call: CallState, disposition: string | null) => {
    for (const who of call.units.slice()) {
      leave(who)
      free(who)
    }
    Object.assign(call, { isCleared: true, lead: null, disposition, clearedBy: m.actions, clearedByWho: by })
  }
  const add = (call: Partial<CallState> & Pick<CallState, 'title' | 'location' | 'priority' | 'classes' | 'log'>) => {
    const rest = {
      narrative: '',
      units: [],
      lead: null,
      handler: null,
      panicOf: null,
      acknowledgedBy: [],
      mergedInto: null,
      disposition: null,
      isCleared: false,
      notes: [],
      clearedBy: 0,
      editedBy: 0,
      clearedByWho: null,
      takeBacks: [],
    }
    m.calls.push({ callId: newId, ...rest, ...call })
  }

  const takeBack = (call: CallState, { kind, action: done, units, other, lead, was, is }: TakeBackState) => {
    for (const { who, after } of units) {
      const { status, callId, statusBy, callBy, serverId } = m.units[who]
      agree(isOn(who) && serverId === m.board && callId === after.callId && callBy === after.callBy)
      agree(status === after.status && statusBy === after.statusBy)
    }
    const signs = units.map(({ who }) => signOf(who)).join(', ')
    const back = (where: string) => (signs ? `, ${signs} back on ${where}` : '')
    if (kind === 'clear') {
      agree(call.isCleared && call.clearedBy === done)
      reopen(call, was.disposition)
      call.log.push(`Clear undone${back('this call')}`)
    }
    if (kind === 'assign') {
      if (other !== null) {
        agree(!callOf(other).isCleared && (!units[0]?.isLead || callOf(other).lead === lead))
        callOf(other).log.push(`${signs} back from call ${call.callId}`)
      }
      call.log.push(`${signs}’s dispatch undone`)
    }
    if (kind === 'merge' && other !== null && is) {
      const duplicate = callOf(other)
      const isTouched = (field: 'handler' | 'classes') => String(was[field]) !== String(is[field])
      agree(duplicate.isCleared && duplicate.clearedBy === done && !call.isCleared && call.editedBy === is.editedBy)
      for (const field of ['handler', 'classes'] as const) agree(!isTouched(field) || String(call[field]) === String(is[field]))
      reopen(duplicate, null)
      duplicate.log.push(`Merge into call ${call.callId} undone${back('this call')}`)
      if (was.priority !== is.priority) {
        call.log.push(`Priority ${is.priority} to ${was.priority}`)
        Object.assign(call, { priority: was.priority, editedBy: m.actions })
      }
      if (isTouched('handler')) call.handler = was.handler
      if (isTouched('classes')) call.classes = was.classes
      call.log.push(`Merge of call ${other} undone${back('it')}`)
    }
    for (const unit of units.toSorted((a, b) => Number(b.isLead) - Number(a.isLead))) putBack(unit)
  }

  switch (action.kind) {
    case 'on duty': {
      const { who, serverId, type } = action
      const unit = m.units[who]
      if (type === 3 && CAST[who].unitClass !== 2) refuse(400)
      const isMove = unit.serverId !== serverId
      if (isMove) leave(who, `${signOf(who)} left`)
      if (isMove || unit.status === 1) Object.assign(unit, { status: 3, statusBy: m.actions, channel: '', patrols: unit.patrols + 1 })
      Object.assign(unit, { serverId, type })
      if (isMove || type !== 3) stepDown(who)
      return
    }
    case 'status': {
      const { by, who, status } = action
      const unit = m.units[who]
      allow(by === who || directs(by, unit.serverId))
      if (unit.status === 1 && status !== 1) agree(by === who)
      if (unit.status === status) return
      if (unit.status === 1) unit.patrols += 1
      const words = `${signOf(who)} ${UNIT_STATUS_WORDS[status]}`
      if (status === 1) {
        leave(who, words)
        stepDown(who)
        unit.channel = ''
      } else if (unit.callId !== null) callOf(unit.callId).log.push(words)
      setStatus(who, status)
      return
    }
    case 'channel': {
      allow(action.by === action.who || directs(action.by, m.units[action.who].serverId))
      agree(isOn(action.who))
      m.units[action.who].channel = action.channel
      return
    }
    case 'create': {
      const { by, units } = action
      const isCaller = by === 'casey' && isOn(by) && m.units[by].serverId === m.board
      allow((watches(by) || isCaller) && (directs(by) || units.every((who) => who === by)))
      const { title, priority, classes, isForCallers } = TYPES[action.type % TYPES.length] ?? TYPES[0]
      if (isCaller && !isForCallers) refuse(400)
      const log = [isCaller ? '911 call received' : `Created by ${by === 'staff' ? 'The staff' : personOf(by)}`]
      add({ title, location: PLACE, priority, classes: [...classes], log, handler: by !== 'staff' && isDispatcher(by) ? by : null })
      for (const who of new Set(units)) send(by, who, newId, undefined)
      return
    }
    case 'assign': {
      const { by, who, callId, from } = action
      allow(directs(by, m.units[who].serverId) || (by === who && isEmergency(by)))
      send(by, who, callId, from)
      return
    }
    case 'change': {
      const { by, callId, attach, detach } = action
      const all = [...detach, ...attach.map(({ who }) => who)]
      allow(directs(by) || (watches(by) && all.every((who) => who === by)))
      openCall(callId)
      for (const who of detach) send(by, who, 0, callId)
      for (const { who, from } of attach) send(by, who, callId, from)
      return
    }
    case 'lead': {
      const call = callOf(action.callId)
      allow(watches(action.by) && (directs(action.by) || call.units.some((who) => who === action.by)))
      agree(!call.isCleared && call.units.includes(action.who))
      if (call.lead !== action.who) call.log.push(`${signOf(action.who)} leads`)
      call.lead = action.who
      return
    }
    case 'clear': {
      const call = callOf(action.callId)
      allow(watches(action.by) && (directs(action.by) || call.units.some((who) => who === action.by)))
      agree(!call.isCleared)
      const undo = track(action.by, 'clear', call.units, call, null)
      close(action.by, call, action.disposition ?? null)
      call.log.push(action.disposition ? `Call cleared: ${action.disposition}` : 'Call cleared')
      undo()
      return
    }
    case 'merge': {
      allow(action.by === 'staff' || isDispatcher(action.by))
      if (action.callId === action.into) refuse(400)
      allow(directs(action.by))
      const [call, into] = [openCall(action.callId), openCall(action.into)]
      const moved = call.units.toSorted((a, b) => Number(b === call.lead) - Number(a === call.lead))
      const undo = track(action.by, 'merge', moved, call, call.callId, into)
      into.log.push(`Call ${call.callId} merged into this one: ${[call.title, call.location].filter(Boolean).join(', ')}`)
      const notes = [call.narrative, ...call.notes].filter(Boolean).map((note) => `From call ${call.callId}: ${note}`)
      into.notes.push(...notes)
      into.log.push(...notes)
      for (const who of moved) {
        leave(who)
        join(who, into)
        into.log.push(`${signOf(who)} over from call ${call.callId}`)
      }
      if (call.priority < into.priority) {
        into.log.push(`Priority ${into.priority} to ${call.priority}`)
        into.editedBy = m.actions
      }
      into.priority = Math.min(call.priority, into.priority)
      into.classes = [...new Set([...into.classes, ...call.classes])]
      into.handler ??= call.handler
      close(action.by, call, `Merged into call ${into.callId}`)
      call.mergedInto = into.callId
      call.log.push(`Merged into call ${into.callId}`)
      undo()
      return
    }
    case 'transfer': {
      const { by, handler, classes } = action
      allow(directs(by))
      const call = openCall(action.callId)
      if (handler !== undefined && handler !== call.handler) {
        if (handler && !(isDispatcher(handler) && m.units[handler].serverId === m.board)) refuse(400)
        call.handler = handler
        call.log.push(handler ? `${personOf(handler)} (${signOf(handler)}) handles this call` : 'Nobody handles this call')
      }
      const sorted = (all: readonly number[]) => [...new Set(all)].toSorted((a, b) => a - b)
      if (classes && sorted(classes).join() !== sorted(call.classes).join()) {
        call.classes = sorted(classes)
        const words = ['', 'police', 'communications', 'fire']
        call.log.push(`Concerns ${call.classes.map((each) => words[each]).join(' and ')} now`)
      }
      return
    }
    case 'note': {
      const call = callOf(action.callId)
      allow(watches(action.by))
      call.notes.push(action.text)
      call.log.push(action.text)
      return
    }
    case 'reopen': {
      const call = callOf(action.callId)
      allow(watches(action.by) && (directs(action.by) || (call.isCleared && call.clearedByWho === action.by)))
      agree(call.isCleared)
      const { disposition, mergedInto } = call
      reopen(call, null)
      if (action.by !== 'staff' && isDispatcher(action.by)) call.handler ??= action.by
      call.log.push(disposition ? `Call reopened, was cleared: ${disposition}` : 'Call reopened')
      if (mergedInto !== null) callOf(mergedInto).log.push(`Call ${call.callId} reopened, no longer merged into this one`)
      return
    }
    case 'take back': {
      const entry = callOf(action.callId).takeBacks[action.nth] ?? refuse(404)
      allow(watches(action.by) && (directs(action.by) || entry.by === action.by))
      takeBack(callOf(action.callId), entry)
      return
    }
    case 'stand down': {
      const { who } = action
      allow(isEmergency(who))
      const open = m.calls.find((call) => call.panicOf === who && !call.isCleared) ?? refuse(409)
      open.panicOf = null
      open.log.push(`Stood down by ${signOf(who)}`)
      return
    }
    case 'acknowledge': {
      const { who } = action
      allow(isEmergency(who))
      allow(watches(who))
      const call = openCall(action.callId)
      agree(call.panicOf !== null)
      allow(call.panicOf !== who)
      if (call.acknowledgedBy.includes(who)) return
      call.acknowledgedBy.push(who)
      call.log.push(`Panic acknowledged by ${signOf(who)} ${personOf(who)}`)
      return
    }
    case 'panic': {
      const { who } = action
      allow(watches(who))
      const open = m.calls.find((call) => call.panicOf === who && !call.isCleared)
      const pressed = `${signOf(who)} pressed the panic button`
      if (open) return void open.log.push(`${pressed} again`)
      const { callId } = m.units[who]
      const current = callId === null ? undefined : callOf(callId)
      current?.log.push(`${pressed}: call ${newId}`)
      const place = current?.location ?? ''
      const narrative = current ? `On call ${current.callId}: ${[current.title, place].filter(Boolean).join(', ')}` : ''
      const title = `Panic button, ${signOf(who)}`
      return add({ title, narrative, location: place, priority: 1, classes: [1, 3], log: [pressed], panicOf: who })
    }
  }
}
