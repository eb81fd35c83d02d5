import { Button } from '@mantine/core'
import { listJailed, releaseFromJail, type JailTerm } from '@tenfour/contract'
import { IconLockOpen } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { call } from '../../../../platform/api/client.ts'
import { reportError } from '../../../../platform/errors/report.ts'
import { dateTime } from '../../../../platform/format/dates.ts'
import { duration, elapsed } from '../../../../platform/format/durations.ts'
import { useNow } from '../../../../platform/format/use-now.ts'
import { notify } from '../../../../platform/notify/notify.ts'
import { queryClient } from '../../../../platform/query/query-client.ts'
import { subscribe } from '../../../../platform/realtime/realtime.ts'
import { heldDepartments } from '../../../../platform/session/held-departments.ts'
import { useSignedInUser } from '../../../../platform/session/useSignedInUser.ts'
import { Card } from '../../../../ui/Card.tsx'
import { CardError, CardLoading } from '../../../../ui/CardStates.tsx'
import { besideRow } from '../../../../ui/focus-beside.ts'
import { Empty } from '../../../../ui/PageStates.tsx'
import { isJailed } from '../view/report.labels.ts'
import { ReasonDialog } from '../../../../ui/ReasonDialog.tsx'
import { refreshReport } from '../reports.queries.ts'
import { Entry, EntryList, ENTRY_LINK } from '../../../../ui/EntryList.tsx'

const jailKey = (serverId: number) => ['jail', serverId] as const

/** Who is in jail on the server one is on duty on, released soonest first. */
export function JailTab() {
  const user = useSignedInUser()
  const serverId = user.duty?.serverId
  if (serverId === undefined) return null
  return <Jail key={serverId} serverId={serverId} canRelease={heldDepartments(user, 'approveReports').length > 0} />
}

function Jail({ serverId, canRelease }: { serverId: number; canRelease: boolean }) {
  const now = useNow(1000)
  const { data, isError, refetch } = useQuery({
    queryKey: jailKey(serverId),
    queryFn: ({ signal }) => call(listJailed, { params: { serverId }, quiet: true, signal }),
    staleTime: 0,
    meta: { handled: true },
  })
  useEffect(() => {
    const refresh = () => void queryClient.invalidateQueries({ queryKey: jailKey(serverId) }).catch(reportError)
    return subscribe('jail', { serverId }, { onSnapshot: (_terms, { seq, known }) => known !== seq && refresh(), onDelta: refresh })
  }, [serverId])
  // There is no event when a term is over.
  const terms = data?.filter((term) => isJailed(term, now))
  return (
    <Card title="In jail" aside={terms && terms.length > 0 ? terms.length : undefined}>
      {!terms ? (
        isError ? (
          <CardError what="The list" onRetry={refetch} />
        ) : (
          <CardLoading rows={4} />
        )
      ) : terms.length === 0 ? (
        <Empty
          icon={<IconLockOpen size={28} stroke={1.6} />}
          title="Nobody is in jail"
          text="People whose arrest report is final are listed here until their time is over."
        />
      ) : (
        <EntryList label="In jail">
          {terms.map((term) => (
            <TermRow key={term.termId} term={term} now={now} canRelease={canRelease} />
          ))}
        </EntryList>
      )}
    </Card>
  )
}

function TermRow({ term, now, canRelease }: { term: JailTerm; now: Date; canRelease: boolean }) {
  const row = useRef<HTMLLIElement>(null)
  const { reportId, number, name, minutes, until } = term
  const left = Date.parse(until) - now.getTime()
  return (
    <Entry
      ref={row}
      titleAs="h3"
      title={name}
      detail={
        <>
          <Link to="/user/reports/$reportId" params={{ reportId: String(reportId) }} className={`mono ${ENTRY_LINK}`}>
            {number}
          </Link>{' '}
          · {duration(minutes)}, until {dateTime(until)}
        </>
      }
    >
      <span className="mono" title="Time left">
        {elapsed(left)}
      </span>
      {canRelease && <ReleaseButton term={term} onReleased={() => besideRow(row.current)()} />}
    </Entry>
  )
}

export function ReleaseButton({ term: { termId, reportId, name, serverId }, onReleased }: { term: JailTerm; onReleased?: () => void }) {
  const [isOpen, setOpen] = useState(false)
  const release = async (reason: string) => {
    await call(releaseFromJail, { params: { termId }, body: { reason } })
    notify.success(`${name} is released`)
    setOpen(false)
    // Once the dialog has given the focus back.
    setTimeout(() => onReleased?.())
    refreshReport(reportId).catch(reportError)
    queryClient.invalidateQueries({ queryKey: jailKey(serverId) }).catch(reportError)
  }
  return (
    <>
      <Button size="xs" variant="default" onClick={() => setOpen(true)}>
        Release<span className="visually-hidden"> {name}</span>
      </Button>
      {isOpen && (
        <ReasonDialog
          title={`Release ${name}`}
          description="It is kept in the report’s history"
          submitLabel="Release"
          onSubmit={release}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
