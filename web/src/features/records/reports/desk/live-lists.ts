import type { JailTerm, ReportSummary } from '@tenfour/contract'
import { useEffect, useState } from 'react'
import { subscribe } from '../../../../platform/realtime/realtime.ts'
import type { RoomDelta } from '../../../../platform/realtime/rooms.ts'

/** Oldest first. */
export function withQueueDelta(reports: readonly ReportSummary[], delta: RoomDelta<'report-queue'>): readonly ReportSummary[] {
  switch (delta.event) {
    case 'report.waiting':
      return [...reports.filter(({ reportId }) => reportId !== delta.payload.reportId), delta.payload].toSorted((a, b) =>
        a.submittedAt.localeCompare(b.submittedAt),
      )
    case 'report.decided':
      return reports.filter(({ reportId }) => reportId !== delta.payload.reportId)
    case 'fine.contested':
    case 'fine.reported':
    case 'fine.decided':
      return reports
  }
}

/** Released soonest first. */
export function withJailDelta(terms: readonly JailTerm[], delta: RoomDelta<'jail'>): readonly JailTerm[] {
  const id = delta.payload.termId
  const others = terms.filter(({ termId }) => termId !== id)
  if (delta.event === 'term.ended' || delta.payload.released !== null) return others
  return [...others, delta.payload].toSorted((a, b) => a.until.localeCompare(b.until))
}

/** The terms that are still running. No event says that a term is over. */
export const inJail = (terms: readonly JailTerm[], now: number): readonly JailTerm[] =>
  terms.filter(({ until, released }) => released === null && Date.parse(until) > now)

/** The reports that wait in these departments, undefined until all are loaded. */
export function useReportQueue(departmentIds: readonly number[]): readonly ReportSummary[] | undefined {
  const [known, setKnown] = useState<Readonly<Record<number, readonly ReportSummary[]>>>({})
  const ids = departmentIds.join()
  useEffect(() => {
    const change = (id: number, by: (reports: readonly ReportSummary[]) => readonly ReportSummary[]) =>
      setKnown((before) => ({ ...before, [id]: by(before[id] ?? []) }))
    const leave = ids
      .split(',')
      .filter(Boolean)
      .map(Number)
      .map((departmentId) =>
        subscribe(
          'report-queue',
          { departmentId },
          {
            onSnapshot: ({ reports }) => change(departmentId, () => reports),
            onDelta: (delta) => change(departmentId, (reports) => withQueueDelta(reports, delta)),
            onClosed: () => change(departmentId, () => []),
          },
        ),
      )
    return () => {
      for (const each of leave) each()
    }
  }, [ids])
  if (departmentIds.some((id) => known[id] === undefined)) return undefined
  return departmentIds.flatMap((id) => known[id] ?? []).toSorted((a, b) => a.submittedAt.localeCompare(b.submittedAt))
}

/** Who is in jail on a server; undefined until loaded. */
export function useJail(serverId: number): readonly JailTerm[] | undefined {
  const [known, setKnown] = useState<{ readonly serverId: number; readonly terms: readonly JailTerm[] } | null>(null)
  useEffect(
    () =>
      subscribe(
        'jail',
        { serverId },
        {
          onSnapshot: (terms) => setKnown({ serverId, terms }),
          onDelta: (delta) => setKnown((before) => before && { ...before, terms: withJailDelta(before.terms, delta) }),
          onClosed: () => setKnown({ serverId, terms: [] }),
        },
      ),
    [serverId],
  )
  return known?.serverId === serverId ? known.terms : undefined
}
