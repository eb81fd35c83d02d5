import { roomKey, type Call, type CallDetail, type Delta, type PatrolUnit } from '@tenfour/contract'
import { joinRoom, type TestSocket } from './test-portal.ts'

export type BoardView = { seq: number; units: Map<number, PatrolUnit>; calls: Map<number, Call>; deltas: Delta[]; outOfTurn: Delta[] }
export type CallView = { seq: number; call: CallDetail; outOfTurn: Delta[] }

async function join<T>(socket: TestSocket, room: 'board' | 'call', params: Record<string, number>) {
  const reply = await joinRoom(socket, room, params)
  if (!reply.ok) throw new Error(reply.message)
  return { key: roomKey(room, params), seq: reply.seq, snapshot: reply.snapshot as T }
}

/**
 * Applies deltas after the snapshot in order, as the pages do: the events of two commits may arrive in the wrong order. Early deltas are
 * kept until it is their turn.
 */
function follow(socket: TestSocket, key: string, view: { seq: number; outOfTurn: Delta[] }, apply: (delta: Delta) => void): void {
  socket.on('delta', (delta) => {
    if (delta.key !== key || delta.seq <= view.seq) return
    view.outOfTurn.push(delta)
    for (let next; (next = view.outOfTurn.findIndex(({ seq }) => seq === view.seq + 1)) >= 0;) {
      const [due] = view.outOfTurn.splice(next, 1)
      view.seq += 1
      if (due) apply(due)
    }
  })
}

/** A client that maintains a board as the contract specifies. */
export async function watchBoard(socket: TestSocket, serverId = 1): Promise<BoardView> {
  const { key, seq, snapshot } = await join<{ units: PatrolUnit[]; calls: Call[] }>(socket, 'board', { serverId })
  const units = new Map(snapshot.units.map((unit) => [unit.userId, unit]))
  const calls = new Map(snapshot.calls.map((call) => [call.callId, call]))
  const view: BoardView = { seq, units, calls, deltas: [], outOfTurn: [] }
  follow(socket, key, view, (delta) => {
    view.deltas.push(delta)
    applyToBoard(view, delta)
  })
  return view
}

function applyToBoard({ units, calls }: BoardView, { event, payload }: Delta): void {
  const unit = payload as PatrolUnit
  const call = payload as Call
  if (event === 'unit.saved') units.set(unit.userId, unit)
  if (event === 'unit.changed') units.set(unit.userId, { ...units.get(unit.userId), ...unit })
  if (event === 'unit.left') units.delete(unit.userId)
  if (event === 'call.saved') calls.set(call.callId, call)
  if (event === 'call.changed') calls.set(call.callId, { ...calls.get(call.callId), ...call })
  if (event === 'call.cleared') calls.delete(call.callId)
}

/** A client that maintains one call with its units and log. */
export async function watchCall(socket: TestSocket, callId: number, serverId = 1): Promise<CallView> {
  const { key, seq, snapshot } = await join<CallDetail>(socket, 'call', { serverId, callId })
  const view: CallView = { seq, call: snapshot, outOfTurn: [] }
  follow(socket, key, view, ({ event, payload }) => {
    const { call } = view
    if (event === 'call.changed') view.call = { ...call, ...(payload as Partial<Call>) }
    if (event === 'call.logged') view.call = { ...call, log: [...call.log, payload as CallDetail['log'][number]] }
    if (event === 'call.unit') {
      const unit = payload as CallDetail['units'][number]
      const others = call.units.filter(({ callUnitId }) => callUnitId !== unit.callUnitId)
      view.call = { ...call, units: [...others, unit].toSorted((a, b) => a.callUnitId - b.callUnitId) }
    }
  })
  return view
}

export const byId = <T>(all: Iterable<T>, idOf: (each: T) => number): T[] => [...all].toSorted((a, b) => idOf(a) - idOf(b))
