import { Text } from '@mantine/core'
import {
  getMails,
  MAX_LISTED_MAILS,
  sendTestMail,
  type MailKind,
  type MailOverview,
  type MailState,
  type QueuedMail,
} from '@tenfour/contract'
import { Link } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call } from '../../../platform/api/client.ts'
import { reportError } from '../../../platform/errors/report.ts'
import { timeSince } from '../../../platform/format/dates.ts'
import { queryClient } from '../../../platform/query/query-client.ts'
import { subscribe } from '../../../platform/realtime/realtime.ts'
import { useSignedInUser } from '../../../platform/session/useSignedInUser.ts'
import { ActionButton } from '../../../ui/ActionButton.tsx'
import { Banner } from '../../../ui/Banner.tsx'
import { Card } from '../../../ui/Card.tsx'
import { DataTable } from '../../../ui/DataTable.tsx'
import { errorInfo } from '../../../ui/error-info.ts'
import { Fact, Facts } from '../../../ui/Facts.tsx'
import { Stack } from '../../../ui/layout.tsx'
import { PageHeader } from '../../../ui/Page.tsx'
import { PageError, PageLoading } from '../../../ui/PageStates.tsx'
import { StatusBadge, type StatusTone } from '../../../ui/StatusBadge.tsx'
import type { Column } from '../../../ui/table-columns.ts'
import { defaultTableState } from '../../../ui/table-state.ts'

const mailsQuery = {
  queryKey: ['mails'],
  queryFn: ({ signal }: { signal: AbortSignal }) => call(getMails, { signal, quiet: true }),
  staleTime: 0,
  meta: { handled: true },
}

/** Follows mails as they are queued, sent and given up. */
const useLiveMails = (): void =>
  useEffect(
    () =>
      subscribe(
        'mails',
        {},
        {
          onSnapshot: (_mails, { seq, known }) =>
            known !== seq && void queryClient.invalidateQueries({ queryKey: mailsQuery.queryKey }).catch(reportError),
          onDelta: ({ payload: { mails, counts } }) =>
            void queryClient.setQueryData<MailOverview>(
              mailsQuery.queryKey,
              (known) => known && { ...known, counts, mails: withNews(known.mails, mails) },
            ),
        },
      ),
    [],
  )

const withNews = (known: readonly QueuedMail[], news: readonly QueuedMail[]): QueuedMail[] => {
  const byId = new Map(news.map((mail) => [mail.mailId, mail]))
  const added = news.filter(({ mailId }) => !known.some((mail) => mail.mailId === mailId))
  return [...added, ...known.map((mail) => byId.get(mail.mailId) ?? mail)].slice(0, MAX_LISTED_MAILS)
}

/** Shows whether the portal sends mails, what happened to the last ones, and sends one to the admin. */
export function MailsPage() {
  useLiveMails()
  const { data, error, isError, refetch } = useQuery(mailsQuery)
  return (
    <>
      <PageHeader title="Mail" subtitle="New passwords, changed addresses and other mails to members. Their text is not kept." />
      {data ? (
        <>
          {data.missing.length > 0 ? <NotSetUp missing={data.missing} /> : <MailServer {...data} />}
          <Mails mails={data.mails} />
        </>
      ) : isError ? (
        <PageError error={error} onRetry={refetch} />
      ) : (
        <PageLoading label="Loading the mails" />
      )}
    </>
  )
}

const EXAMPLES = { SMTP_URL: 'smtp://user:password@mail.example.com:587', PORTAL_URL: 'https://portal.example.com' } as const

const NotSetUp = ({ missing }: Pick<MailOverview, 'missing'>) => (
  <Card title="Not set up">
    <Stack gap={12}>
      <p>This portal sends no mails. To change that, set {missing.length > 1 ? 'these' : 'this'} in its environment, and start it again:</p>
      <Facts>
        {missing.map((name) => (
          <Fact key={name} name={name}>
            <code style={{ overflowWrap: 'anywhere' }}>{EXAMPLES[name]}</code>
          </Fact>
        ))}
      </Facts>
    </Stack>
  </Card>
)

type Outcome = { readonly isSent: boolean; readonly answer: string }

function MailServer({ server, from, counts }: MailOverview) {
  const { emailAddress } = useSignedInUser()
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const test = async () => {
    setOutcome(null)
    setOutcome(await call(sendTestMail, { quiet: true }).catch((error: unknown) => ({ isSent: false, answer: errorInfo(error).message })))
  }
  return (
    <Card
      title="Mail server"
      link={
        <ActionButton size="xs" variant="default" action={test}>
          Send a test mail
        </ActionButton>
      }
    >
      <Stack gap={14}>
        {outcome && (
          <Banner
            tone={outcome.isSent ? 'info' : 'danger'}
            announce
            title={outcome.isSent ? `The mail server accepted the mail to ${emailAddress}.` : 'The mail was not sent.'}
          >
            Its answer: <code style={{ overflowWrap: 'anywhere' }}>{outcome.answer}</code>
          </Banner>
        )}
        <Facts>
          <Fact name="Server">
            <code>{server}</code>
          </Fact>
          <Fact name="Mails come from">{from}</Fact>
          <Fact name="Waiting">{counts.waiting}</Fact>
          <Fact name="Last 24 hours">
            {counts.sent} sent, {counts.failed} failed, {counts.dropped} over a limit
          </Fact>
        </Facts>
      </Stack>
    </Card>
  )
}

const ABOUT: Readonly<Record<MailKind, string>> = {
  'new-password': 'New password',
  'confirm-address': 'New address to confirm',
  'address-changed': 'Changed address',
  'new-device': 'Sign-in from a new device',
  'confirm-application': 'Application to confirm',
  'application-answered': 'Answer to an application',
  waiting: 'Daily mail',
}
const STATES: Readonly<Record<MailState, { readonly label: string; readonly tone: StatusTone }>> = {
  waiting: { label: 'Waiting', tone: 'warning' },
  sent: { label: 'Sent', tone: 'success' },
  failed: { label: 'Failed', tone: 'danger' },
  dropped: { label: 'Over a limit', tone: 'neutral' },
}
const isKnown = (kind: string): kind is MailKind => kind in ABOUT
const aboutOf = ({ kind }: QueuedMail): string => (isKnown(kind) ? ABOUT[kind] : kind)

const COLUMNS: readonly Column<QueuedMail>[] = [
  { id: 'queued', header: 'Queued', value: ({ queuedAt }) => queuedAt, cell: ({ queuedAt }) => timeSince(queuedAt), width: 130 },
  { id: 'about', header: 'About', value: aboutOf, width: 190, filter: 'text' },
  {
    id: 'member',
    header: 'Member',
    value: ({ member }) => member?.name ?? '',
    cell: ({ member }) =>
      member && (
        <Link to="/admin/users/$userId" params={{ userId: member.userId }}>
          {member.name}
        </Link>
      ),
    width: 170,
    filter: 'text',
  },
  {
    id: 'state',
    header: 'State',
    value: ({ state }) => STATES[state].label,
    cell: ({ state, nextAt }) => (
      <>
        <StatusBadge tone={STATES[state].tone}>{STATES[state].label}</StatusBadge>
        {nextAt !== null && <span className="muted small"> next try {timeSince(nextAt)}</span>}
      </>
    ),
    width: 200,
    filter: { options: Object.values(STATES).map(({ label }) => ({ value: label, label })) },
  },
  { id: 'tries', header: 'Tries', value: ({ tries }) => tries, width: 70, align: 'right' },
  { id: 'answer', header: 'Answer of the mail server', value: ({ answer }) => answer ?? '' },
]
const START = defaultTableState()

function Mails({ mails }: Pick<MailOverview, 'mails'>) {
  const [table, setTable] = useState(START)
  return (
    <Stack as="section" gap={10}>
      <Text component="h2" size="md" fw={620}>
        {mails.length === MAX_LISTED_MAILS ? `The last ${MAX_LISTED_MAILS} mails` : 'Mails of the last 30 days'}
      </Text>
      <DataTable
        label="Mails"
        searchLabel={null}
        columns={COLUMNS}
        rows={mails}
        rowKey={({ mailId }) => mailId}
        state={table}
        onStateChange={setTable}
        empty={{ title: 'No mails yet', text: 'Mails are listed here from the moment they are queued.' }}
      />
    </Stack>
  )
}
