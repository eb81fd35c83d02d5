import { Button, Text } from '@mantine/core'
import { checkWarrantHistory, getHistoryEnd, MAX_HISTORY_PROBLEMS, notedEndInWords, type HistoryProblem } from '@tenfour/contract'
import { IconCircleCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { call } from '../../../../platform/api/client.ts'
import { dateTime } from '../../../../platform/format/dates.ts'
import { Banner } from '../../../../ui/Banner.tsx'
import { Card } from '../../../../ui/Card.tsx'
import { CopyButton } from '../../../../ui/CopyButton.tsx'
import { DataTable } from '../../../../ui/DataTable.tsx'
import { errorInfo, type ErrorInfo } from '../../../../ui/error-info.ts'
import { FormError } from '../../../../ui/FormError.tsx'
import { PageHeader } from '../../../../ui/Page.tsx'
import { Empty } from '../../../../ui/PageStates.tsx'
import type { Column } from '../../../../ui/table-columns.ts'
import { defaultTableState } from '../../../../ui/table-state.ts'
import {
  CompareNoted,
  entriesInWords,
  entryInWords,
  percentOf,
  problemsInWords,
  runCheck,
  type CheckProgress,
  type CheckResult,
} from './CompareNoted.tsx'
import { Stack, Row } from '../../../../ui/layout.tsx'
import classes from './WarrantHistory.module.css'

type State =
  | { readonly is: 'idle' }
  | { readonly is: 'running'; readonly progress: CheckProgress | null }
  | { readonly is: 'failed'; readonly error: ErrorInfo }
  | { readonly is: 'done'; readonly result: CheckResult }

type Row = HistoryProblem & { readonly key: number }
const COLUMNS: readonly Column<Row>[] = [
  { id: 'entry', header: 'Entry', value: entryInWords, width: 96, align: 'right', mono: true },
  {
    id: 'warrant',
    header: 'Warrant',
    value: ({ warrant }) => warrant?.number ?? '',
    cell: ({ warrant }) => warrant && <a href={`/warrants/${warrant.warrantId}`}>{warrant.number}</a>,
    width: 140,
    mono: true,
  },
  { id: 'step', header: 'Step', value: ({ warrant }) => warrant?.step || '', width: 72, align: 'right', mono: true },
  { id: 'what', header: 'Problem', value: ({ what }) => what },
]
const START = defaultTableState()

/** Where an admin checks that the history of warrants is as it was written. */
export function WarrantHistoryPage() {
  const [state, setState] = useState<State>({ is: 'idle' })
  const stopping = useRef<AbortController>(null)
  const outcome = useRef<HTMLDivElement>(null)
  useEffect(() => () => stopping.current?.abort(), [])
  // The next thing to read is the result, wherever it is on the page.
  useEffect(() => {
    if (state.is === 'done' || state.is === 'failed') outcome.current?.focus()
  }, [state.is])

  const run = async () => {
    const { signal } = (stopping.current = new AbortController())
    setState({ is: 'running', progress: null })
    try {
      const result = await runCheck(
        (after) => call(checkWarrantHistory, { query: { after }, signal, quiet: true }),
        (progress) => setState({ is: 'running', progress }),
      )
      setState({ is: 'done', result })
    } catch (failure) {
      if (!signal.aborted) setState({ is: 'failed', error: errorInfo(failure) })
    }
  }
  const isRunning = state.is === 'running'
  return (
    <>
      <PageHeader
        title="Warrant history"
        subtitle="Each step of a warrant is sealed when it is written. The check finds steps and warrants that were changed or deleted since."
        actions={
          <Button
            aria-disabled={isRunning || undefined}
            aria-busy={isRunning || undefined}
            onClick={isRunning ? undefined : () => void run()}
          >
            {state.is === 'done' || state.is === 'failed' ? 'Check again' : 'Check history'}
          </Button>
        }
      />
      <KeptEnd />
      <CompareNoted />
      {state.is === 'idle' && (
        <Card>
          <Empty
            title="Not checked yet"
            text="The check only reads. It takes a few seconds for every 10,000 entries; keep this page open."
          />
        </Card>
      )}
      {isRunning && <Running progress={state.progress} />}
      <div ref={outcome} tabIndex={-1} className={classes.outcome}>
        {state.is === 'failed' && <FormError error={state.error} />}
        {state.is === 'done' && <Restores {...state.result} />}
        {state.is === 'done' && <Result {...state.result} />}
      </div>
    </>
  )
}

/** The kept end that the check compares with, to note it down elsewhere too. */
function KeptEnd() {
  const { data } = useQuery({ queryKey: ['warrant-history-end'], queryFn: ({ signal }) => call(getHistoryEnd, { signal, quiet: true }) })
  if (data?.problem) return <Banner tone="danger">{data.problem}.</Banner>
  if (!data?.kept) return null
  const { entries, seal, at } = data.kept
  return (
    <Row gap="6px 10px" className="muted" style={{ fontSize: '0.8125rem' }}>
      <span>
        Kept outside the database since {dateTime(at)}: {entriesInWords(entries)}, the last sealed <code>{seal.slice(0, 16)}…</code>
      </span>
      <CopyButton text={notedEndInWords({ entries, seal })} what="the number of entries and the seal" />
    </Row>
  )
}

function Running({ progress }: { progress: CheckProgress | null }) {
  const percent = progress ? percentOf(progress.checked, progress.entries) : 0
  return (
    <Card>
      <Row gap="10px 14px">
        <progress className={classes.progress} max={100} value={progress ? percent : undefined} aria-label="Checking" />
        <Text span size="sm" c="dimmed" miw={190} style={{ fontVariantNumeric: 'tabular-nums' }}>
          {progress ? `${progress.checked.toLocaleString('en')} of ${entriesInWords(progress.entries)}` : 'Checking…'}
        </Text>
      </Row>
    </Card>
  )
}

/** Restores explain why steps that were written after a backup are not there any more. */
const Restores = ({ restores }: Pick<CheckResult, 'restores'>) =>
  restores.map(({ entry, at, madeAt }) => (
    <Banner key={entry} tone="info">
      Entry {entry.toLocaleString('en')}: the backup of {dateTime(madeAt)} was restored on {dateTime(at)}. Steps between these times were
      replaced.
    </Banner>
  ))

function Result({ entries, problems, isAll }: Omit<CheckResult, 'restores'>) {
  if (problems.length === 0 && entries === 0) {
    return (
      <Card>
        <Empty title="No warrants yet" text="There is no history to check until the first warrant is submitted." />
      </Card>
    )
  }
  if (problems.length === 0) {
    return (
      <Card>
        <Empty
          title={`${entriesInWords(entries)}, unbroken`}
          text="Every step is as it was written, and every warrant is as its last step says."
          icon={<IconCircleCheck color="var(--available)" size={28} stroke={1.6} />}
        />
      </Card>
    )
  }
  return <Problems entries={entries} problems={problems} isAll={isAll} />
}

function Problems({ entries, problems, isAll }: Omit<CheckResult, 'restores'>) {
  const [table, setTable] = useState(START)
  const rows = useMemo(() => problems.map((problem, key) => ({ ...problem, key })), [problems])
  return (
    <Stack>
      <Banner tone="danger" title={`${problemsInWords(problems.length, isAll)}.`}>
        {isAll
          ? `${entriesInWords(entries)} checked. The history is not as the portal wrote it.`
          : `The check stopped at ${MAX_HISTORY_PROBLEMS}. The history is not as the portal wrote it.`}
      </Banner>
      <DataTable
        label="Problems"
        searchLabel={null}
        columns={COLUMNS}
        rows={rows}
        rowKey={({ key }) => key}
        state={table}
        onStateChange={setTable}
        empty={{ title: 'No problems' }}
      />
    </Stack>
  )
}
