import { Button, NativeSelect, TextInput } from '@mantine/core'
import { getCall, listUserPatrols, MAX_REPLAY_HOURS, type Patrol } from '@tenfour/contract'
import { IconPlayerPlayFilled } from '@tabler/icons-react'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useRef, useState, type SyntheticEvent } from 'react'
import { ApiError } from '../../../platform/api/api-error.ts'
import { call } from '../../../platform/api/client.ts'
import { dayOf, timeOf } from '../../../platform/format/local-times.ts'
import { dayTime } from '../../../platform/format/dates.ts'
import { duration } from '../../../platform/format/durations.ts'
import { useServers } from '../../../platform/servers/servers.ts'
import { useSignedInUser } from '../../../platform/session/useSignedInUser.ts'
import { Card } from '../../../ui/Card.tsx'
import { Empty, PageError, PageLoading } from '../../../ui/PageStates.tsx'
import classes from './ChooseReplay.module.css'
import { instantText, type ReplayLink } from './replay-link.ts'
import { refusalText } from './replay.labels.ts'

type Chosen = { onChoose: (link: ReplayLink) => void }

/** For staff: any time of any server. */
export function ChooseEvening({ onChoose }: Chosen) {
  const servers = useServers()
  const user = useSignedInUser()
  const [serverId, setServerId] = useState<number | null>(null)
  const [fields, setFields] = useState<EveningFields>(() => lastHours(Date.now()))
  const [problem, setProblem] = useState<Problem | null>(null)
  if (servers.isPending) return <PageLoading label="Loading the servers" rows={2} />
  if (servers.isError) return <PageError error={servers.error} onRetry={servers.refetch} />
  const server = serverId ?? user.duty?.serverId ?? servers.data[0]?.serverId
  if (server === undefined) return <Empty title="There is no game server yet" text="An admin registers one under Manage Servers." />
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    const result = eveningOf(fields, Date.now())
    if (isProblem(result)) setProblem(result)
    else onChoose({ server, ...result })
  }
  const change = (field: keyof EveningFields, value: string) => {
    setFields({ ...fields, [field]: value })
    setProblem(null)
  }
  const input = (field: keyof EveningFields, label: string, type: 'date' | 'time') => (
    <TextInput
      type={type}
      label={label}
      error={problem?.field === field && problem.message}
      value={fields[field]}
      onChange={({ currentTarget }) => change(field, currentTarget.value)}
    />
  )
  return (
    <form className={classes.form} noValidate onSubmit={submit}>
      <NativeSelect
        label="Server"
        value={String(server)}
        data={servers.data.map((each) => ({ value: String(each.serverId), label: each.name }))}
        onChange={({ currentTarget }) => setServerId(Number(currentTarget.value))}
      />
      {input('day', 'Day', 'date')}
      {input('from', 'From', 'time')}
      {input('to', 'To', 'time')}
      <PlayButton label="Play this time range" />
    </form>
  )
}

/** For staff: any call by its number. */
export function ChooseCall({ onChoose }: Chosen) {
  const [text, setText] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [isLooking, setIsLooking] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const play = async (callId: number) => {
    setIsLooking(true)
    const problem = await call(getCall, { params: { callId }, quiet: true }).then(
      () => null,
      // The player names every other problem, and can try again.
      (failure: unknown) => (failure instanceof ApiError ? refusalText({ kind: 'call', callId }, failure.status) : null),
    )
    setIsLooking(false)
    if (problem === null) return onChoose({ call: callId })
    setError(problem)
    return field.current?.select()
  }
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (isLooking) return
    const callId = Number(text.trim().replace(/^#/, ''))
    if (Number.isInteger(callId) && callId > 0 && callId <= 2_147_483_647) void play(callId)
    else setError('Give the number of a call, such as 1042')
  }
  return (
    <form className={classes.form} noValidate onSubmit={submit}>
      <TextInput
        ref={field}
        label="Number"
        inputMode="numeric"
        placeholder="1042"
        error={error}
        value={text}
        onChange={({ currentTarget }) => {
          setText(currentTarget.value)
          setError(null)
        }}
      />
      <PlayButton label="Play this call" isBusy={isLooking} />
    </form>
  )
}

const PlayButton = ({ label, isBusy = false }: { label: string; isBusy?: boolean }) => (
  <Button type="submit" loading={isBusy} leftSection={<IconPlayerPlayFilled size={14} aria-hidden />} aria-label={label}>
    Play
  </Button>
)

const SHOWN = 6
const ownPatrols = (userId: number) =>
  queryOptions({
    queryKey: ['replay', 'own-patrols', userId],
    queryFn: ({ signal }) => call(listUserPatrols, { params: { userId }, query: { pageSize: 20 }, signal }),
    meta: { handled: true },
  })

/** The latest patrols on duty; of civilian ones no tracks are kept. */
function ChooseOwnPatrol({ onChoose }: Chosen) {
  const { userId } = useSignedInUser()
  const patrols = useQuery(ownPatrols(userId))
  if (patrols.isPending) return <PageLoading label="Loading your patrols" rows={3} />
  if (patrols.isError) return <PageError error={patrols.error} onRetry={patrols.refetch} />
  const shown = patrols.data.filter(({ kind }) => kind === 'duty').slice(0, SHOWN)
  if (shown.length === 0) return <Empty title="No patrols yet" text="Your patrols are listed here from the first time you go on duty." />
  return (
    <ul className={classes.patrols}>
      {shown.map((patrol) => (
        <li key={patrol.patrolId}>
          <button type="button" className={classes.patrol} onClick={() => onChoose({ patrol: patrol.patrolId })}>
            <IconPlayerPlayFilled size={14} aria-hidden />
            <span>{dayTime(patrol.startedAt)}</span>
            <span className="muted">{wordsOf(patrol)}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}

const wordsOf = ({ identifier, departmentName, serverName, seconds, endedAt }: Patrol): string =>
  [identifier, departmentName, serverName, endedAt === null ? 'on patrol now' : duration(seconds / 60)].filter(Boolean).join(' · ')

export const OwnPatrolCard = ({ onChoose }: Chosen) => (
  <Card title="Your latest patrols">
    <ChooseOwnPatrol onChoose={onChoose} />
  </Card>
)

/** As the fields have it: '2026-11-14', '20:00', in local time. */
type EveningFields = { readonly day: string; readonly from: string; readonly to: string }
type Problem = { readonly field: keyof EveningFields; readonly message: string }

const HOUR = 3_600_000
const ROUND = 5 * 60_000
const USUAL_HOURS = 3

/** The last hours, up to now. */
export function lastHours(now: number): EveningFields {
  const [from, to] = [new Date(Math.floor((now - USUAL_HOURS * HOUR) / ROUND) * ROUND), new Date(Math.ceil(now / ROUND) * ROUND)]
  return { day: dayOf(from), from: timeOf(from), to: timeOf(to) }
}

/** The time that is meant: an end before the start is on the next day. */
export function eveningOf({ day, from, to }: EveningFields, now: number): { from: string; to: string } | Problem {
  const start = new Date(`${day}T${from}`)
  if (Number.isNaN(Date.parse(day))) return { field: 'day', message: 'Choose a day' }
  if (Number.isNaN(start.getTime())) return { field: 'from', message: 'Choose a time' }
  if (start.getTime() > now) return { field: 'from', message: 'This time is still to come' }
  const end = new Date(`${day}T${to}`)
  if (Number.isNaN(end.getTime())) return { field: 'to', message: 'Choose a time' }
  // By the calendar, because a day of the change to or from summer time is shorter or longer.
  if (end <= start) end.setDate(end.getDate() + 1)
  if (end.getTime() - start.getTime() > MAX_REPLAY_HOURS * HOUR) return { field: 'to', message: `At most ${MAX_REPLAY_HOURS} hours` }
  return { from: instantText(start.getTime()), to: instantText(end.getTime()) }
}

export const isProblem = (result: ReturnType<typeof eveningOf>): result is Problem => 'field' in result
