import { HISTORY_STEP_MINUTES, type HistoryRange, type PlayerHistory, type ServerLink } from '@tenfour/contract'
import { LOCALE } from '../../../platform/format/dates.ts'

type Points = PlayerHistory['points']

/** A text alternative to the chart. */
export function historyWords({ points, stepMinutes }: PlayerHistory, label: (at: string) => string): string {
  const reported = points.filter((point) => point.players !== null)
  if (reported.length === 0) return 'No players were reported in this time.'
  const most = reported.reduce((best, point) => ((point.players ?? 0) > (best.players ?? 0) ? point : best))
  const average = Math.round(reported.reduce((sum, { players }) => sum + (players ?? 0), 0) / reported.length)
  const missing = Math.round(((points.length - reported.length) * stepMinutes) / 60)
  const peak = most.players === 0 ? 'Nobody played.' : `Peak ${most.players} ${label(most.at)}; average ${average}.`
  return missing === 0 ? peak : `${peak} Nothing was reported for ${missing} ${missing === 1 ? 'hour' : 'hours'}.`
}

type Now = Pick<ServerLink, 'isOnline' | 'players' | 'maxPlayers' | 'lastHeartbeatAt'>

/** The step of the last heartbeat: when it changes, the fetched history is out of date. */
export const stepOf = (range: HistoryRange, { lastHeartbeatAt }: Pick<Now, 'lastHeartbeatAt'>): number =>
  lastHeartbeatAt === null ? 0 : Math.floor(Date.parse(lastHeartbeatAt) / (HISTORY_STEP_MINUTES[range] * 60_000))

/** The history with the last heartbeat merged into the current step. */
export function historyNow(history: PlayerHistory, { isOnline, players, maxPlayers, lastHeartbeatAt }: Now): PlayerHistory {
  if (!isOnline || lastHeartbeatAt === null) return history
  const step = history.stepMinutes * 60_000
  const start = Math.floor(Date.parse(lastHeartbeatAt) / step) * step
  const points = history.points.map((point) => {
    if (Date.parse(point.at) !== start) return point
    return { ...point, players: Math.max(point.players ?? 0, players), maxPlayers: maxPlayers ?? point.maxPlayers }
  })
  return { ...history, points }
}

export type Peak = { readonly at: string; readonly players: number | null }

/** The peak of each hour of the day, or of each day of the week, for the table. */
export function peaks(points: Points, range: HistoryRange): Peak[] {
  const groups = new Map<string, Peak>()
  for (const { at, players } of points) {
    const start = new Date(at)
    start.setMinutes(0, 0, 0)
    if (range === 'week') start.setHours(0)
    const key = start.toISOString()
    const before = groups.get(key)
    if (!before) groups.set(key, { at: key, players })
    else if (players !== null && players > (before.players ?? -1)) groups.set(key, { at: key, players })
  }
  return [...groups.values()]
}

/** From zero to the maximum, in four equal steps. */
export function chartTicks(points: Points): number[] {
  const most = Math.max(...points.map(({ players, maxPlayers }) => Math.max(players ?? 0, maxPlayers ?? 0)), 4)
  const step = Math.ceil(most / 4)
  return [0, 1, 2, 3, 4].map((each) => each * step)
}

/** A point between two gaps has no line, so it is drawn as a dot. */
export const isAlone = (points: Points, index: number): boolean => {
  const isTold = (at: number) => typeof points[at]?.players === 'number'
  return isTold(index) && !isTold(index - 1) && !isTold(index + 1)
}

/** The group of a table row: an hour, or a day. */
export const groupOf = (range: HistoryRange) => (at: string) => words[range === 'day' ? 'day' : 'date'].format(new Date(at))

/** Axis ticks: every three hours, or the start of each day. */
export function roundTimes(points: Points, range: HistoryRange): string[] {
  return points.flatMap(({ at }) => {
    const time = new Date(at)
    const isRound = time.getMinutes() === 0 && (range === 'day' ? time.getHours() % 3 === 0 : time.getHours() === 0)
    return isRound ? [at] : []
  })
}

const words = {
  day: new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' }),
  week: new Intl.DateTimeFormat('en-GB', { weekday: 'short', hour: '2-digit', minute: '2-digit' }),
  date: new Intl.DateTimeFormat(LOCALE, { weekday: 'long', day: 'numeric', month: 'short' }),
  weekday: new Intl.DateTimeFormat('en-GB', { weekday: 'short' }),
}
export const momentOf = (range: HistoryRange) => (at: string | number) => words[range].format(new Date(at))
export const tickOf = (range: HistoryRange) => (at: string | number) => words[range === 'day' ? 'day' : 'weekday'].format(new Date(at))
