import { Button, NativeSelect, TextInput } from '@mantine/core'
import { listUserPatrols, type Patrol } from '@tenfour/contract'
import { IconPlayerPlayFilled } from '@tabler/icons-react'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState, type SyntheticEvent } from 'react'
import { call } from '../../../platform/api/client.ts'
import { dayTime } from '../../../platform/format/dates.ts'
import { duration } from '../../../platform/format/durations.ts'
import { useServers } from '../../../platform/servers/servers.ts'
import { useSignedInUser } from '../../../platform/session/useSignedInUser.ts'
import { Card } from '../../../ui/Card.tsx'
import { Empty, PageError, PageLoading } from '../../../ui/PageStates.tsx'
import classes from './ChooseReplay.module.css'
import { eveningOf, isProblem, lastHours, type EveningFields, type Problem } from './evening.ts'
import type { ReplayLink } from './replay-link.ts'

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
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    const callId = Number(text.trim())
    if (Number.isInteger(callId) && callId > 0 && callId <= 2_147_483_647) onChoose({ call: callId })
    else setError('Give the number of a call, such as 1042')
  }
  return (
    <form className={classes.form} noValidate onSubmit={submit}>
      <TextInput
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
      <PlayButton label="Play this call" />
    </form>
  )
}

const PlayButton = ({ label }: { label: string }) => (
  <Button type="submit" leftSection={<IconPlayerPlayFilled size={14} aria-hidden />} aria-label={label}>
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
export function ChooseOwnPatrol({ onChoose }: Chosen) {
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
