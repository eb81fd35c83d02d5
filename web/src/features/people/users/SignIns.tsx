import { endSession, type Session, type SignIn, type UserAddress } from '@tenfour/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../platform/api/client.ts'
import { dateTime } from '../../../platform/format/dates.ts'
import { notify } from '../../../platform/notify/notify.ts'
import { Card } from '../../../ui/Card.tsx'
import { CardError, CardLoading, CardNote } from '../../../ui/CardStates.tsx'
import { confirm } from '../../../ui/confirm.tsx'
import { DataTable } from '../../../ui/DataTable.tsx'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { Stack } from '../../../ui/layout.tsx'
import type { Column } from '../../../ui/table-columns.ts'
import { defaultTableState, type TableState } from '../../../ui/table-state.ts'
import { useTableSearch } from '../../../ui/use-table-search.ts'
import { SessionList, signedInBy } from '../account/settings.port.ts'
import { SIGN_IN_TABLE } from './user-tabs.ts'
import { addressesQuery, sessionsQuery, signInsQuery } from './users.queries.ts'

export function SignIns({ userId }: { userId: number }) {
  return (
    <Stack>
      <OpenSessions userId={userId} />
      <Addresses userId={userId} />
      <History userId={userId} />
    </Stack>
  )
}

function OpenSessions({ userId }: { userId: number }) {
  const sessions = useQuery(sessionsQuery(userId))
  const [now] = useState(() => new Date())
  const end = useMutation({
    mutationFn: ({ sessionId }: Session) => call(endSession, { params: { userId, sessionId } }),
    onSuccess: () => notify.success('The session has ended'),
    onSettled: () => sessions.refetch(),
  })
  const ask = async (session: Session) => {
    const question = {
      title: 'End this session?',
      subject: `${session.device}, ${session.address}`,
      confirmLabel: 'End session',
      danger: true,
    }
    if (await confirm({ ...question, body: 'Anyone using it is signed out at once.' })) end.mutate(session)
  }
  return (
    <Card title="Open sessions" aside={sessions.data && String(sessions.data.length)}>
      {sessions.isPending && <CardLoading rows={2} />}
      {sessions.isError && <CardError what="The sessions" onRetry={sessions.refetch} />}
      {sessions.data?.length === 0 && <CardNote>Not signed in anywhere.</CardNote>}
      {sessions.data && <SessionList sessions={sessions.data} now={now} isBusy={end.isPending} onEnd={(session) => void ask(session)} />}
    </Card>
  )
}

const ADDRESS_COLUMNS: readonly Column<UserAddress>[] = [
  { id: 'address', header: 'Address', value: ({ address }) => address, sortable: true, mono: true },
  { id: 'count', header: 'Sign-ins', value: ({ count }) => count, sortable: true, width: 100, align: 'right' },
  { id: 'firstAt', header: 'First', value: ({ firstAt }) => firstAt, cell: ({ firstAt }) => dateTime(firstAt), sortable: true, width: 180 },
  { id: 'lastAt', header: 'Last', value: ({ lastAt }) => lastAt, cell: ({ lastAt }) => dateTime(lastAt), sortable: true, width: 180 },
]

function Addresses({ userId }: { userId: number }) {
  const addresses = useQuery(addressesQuery(userId))
  const [state, setState] = useState<TableState>(() => defaultTableState({ sort: { id: 'lastAt', desc: true } }))
  return (
    <Card title="Addresses" aside="they signed in from">
      <DataTable
        label="Addresses"
        searchLabel={null}
        columns={ADDRESS_COLUMNS}
        rows={addresses.data}
        rowKey={({ address }) => address}
        state={state}
        onStateChange={setState}
        error={addresses.error}
        onRetry={addresses.refetch}
        maxHeight="320px"
        empty={{ title: 'Never signed in' }}
      />
    </Card>
  )
}

const SIGN_IN_COLUMNS: readonly Column<SignIn>[] = [
  { id: 'at', header: 'When', value: ({ at }) => dateTime(at), width: 180 },
  {
    id: 'succeeded',
    header: 'Outcome',
    width: 120,
    cell: ({ succeeded }) => <StatusBadge tone={succeeded ? 'success' : 'danger'}>{succeeded ? 'Signed in' : 'Refused'}</StatusBadge>,
  },
  { id: 'address', header: 'Address', value: ({ address }) => address, width: 180, mono: true },
  { id: 'device', header: 'Device', value: ({ device, kind }) => [device, signedInBy[kind]].filter(Boolean).join(', ') },
]

function History({ userId }: { userId: number }) {
  const [state, setState] = useTableSearch(SIGN_IN_TABLE)
  const signIns = useQuery(signInsQuery(userId, { page: state.page, pageSize: state.size }))
  return (
    <Card title="Sign-in history" aside="newest first">
      <DataTable
        label="Sign-in history"
        noun="sign-ins"
        searchLabel={null}
        columns={SIGN_IN_COLUMNS}
        rows={signIns.data?.items}
        total={signIns.data?.total ?? 0}
        isTotalExact={signIns.data?.isTotalExact ?? true}
        rowKey={({ signInId }) => signInId}
        state={state}
        onStateChange={setState}
        error={signIns.error}
        onRetry={signIns.refetch}
        empty={{ title: 'Never signed in' }}
      />
    </Card>
  )
}
